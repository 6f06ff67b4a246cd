/** German: the subjects of pages that are fetched when they are opened; the words come with the page. */

import { connections } from '../features/connections/words.de'
import { email } from '../features/email/words.de'
import { join } from '../features/join/words.de'
import { library } from '../features/library/words.de'
import { memory } from '../features/memory/words.de'
import { organization } from '../features/organization/words.de'
import { personas } from '../features/personas/words.de'
import { programs } from '../features/programs/words.de'
import { keyLimits } from '../features/settings/key-limits/words.de'
import { tools } from '../features/tools/words.de'
import type { Texts } from './language'

export const texts: Texts = {
  connections,
  email,
  join,
  keyLimits,
  library,
  memory,
  organization,
  personas,
  programs,
  tools,
}
