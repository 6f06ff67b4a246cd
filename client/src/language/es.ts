/** Spanish: every subject, each beside its code. One file for the whole language, fetched when it is spoken. */

import { join } from '../features/join/words.es'
import { language } from '../features/language/words.es'
import { loops } from '../features/loops/words.es'
import { home } from '../features/start/words.es'
import type { Texts } from './language'

export const texts: Texts = { home, join, language, loops }
