/** Spanish: the subjects of pages that are fetched when they are opened; the words come with the page. */

import { connections } from '../features/connections/words.es'
import { email } from '../features/email/words.es'
import { join } from '../features/join/words.es'
import { library } from '../features/library/words.es'
import { memory } from '../features/memory/words.es'
import { organization } from '../features/organization/words.es'
import { personas } from '../features/personas/words.es'
import { programs } from '../features/programs/words.es'
import { keyLimits } from '../features/settings/key-limits/words.es'
import { tools } from '../features/tools/words.es'
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
