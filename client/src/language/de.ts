/** German: every subject, each beside its code. One file for the whole language, fetched when it is spoken. */

import { join } from '../features/join/words.de'
import { language } from '../features/language/words.de'
import { loops } from '../features/loops/words.de'
import { home } from '../features/start/words.de'
import type { Texts } from './language'

export const texts: Texts = { home, join, language, loops }
