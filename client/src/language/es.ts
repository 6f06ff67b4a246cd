/** Spanish: what the door and the first page say, each subject beside its code. What later pages say is in `es-late.ts`. */

import { left, refusals } from '../api/refusals/words.es'
import { api } from '../api/words.es'
import { admin } from '../features/admin/words.es'
import { auth } from '../features/auth/words.es'
import { bookmarks } from '../features/bookmarks/words.es'
import { chatDialogs, chats } from '../features/chats/words.es'
import { markdown } from '../features/conversation/markdown/words.es'
import { conversation } from '../features/conversation/words.es'
import { documents } from '../features/documents/words.es'
import { addressBanner } from '../features/email/banner/words.es'
import { engineers } from '../features/glassbox/engineers/words.es'
import { glassbox } from '../features/glassbox/words.es'
import { language } from '../features/language/words.es'
import { loops } from '../features/loops/words.es'
import { inChat } from '../features/memory/in-chat/words.es'
import { mentions } from '../features/mentions/words.es'
import { notices } from '../features/notices/words.es'
import { factorBanner } from '../features/organization/banner/words.es'
import { palette } from '../features/palette/words.es'
import { security } from '../features/security/words.es'
import { demo } from '../features/settings/demo/words.es'
import { settingsPages } from '../features/settings/pages/words.es'
import { prompts } from '../features/settings/prompt-settings/words.es'
import { settings } from '../features/settings/words.es'
import { home } from '../features/start/words.es'
import { upgrade } from '../features/upgrade/words.es'
import { quota } from '../features/usage/quota/words.es'
import { usage } from '../features/usage/words.es'
import { aloud } from '../features/voice/aloud/words.es'
import { dictation } from '../features/voice/dictation/words.es'
import { handsFree } from '../features/voice/hands-free/words.es'
import { voiceSettings } from '../features/voice/settings/words.es'
import { voice } from '../features/voice/words.es'
import { ui } from '../ui/words.es'
import { frame } from '../words.es'
import type { Texts } from './language'

export const texts: Texts = {
  addressBanner,
  admin,
  aloud,
  api,
  auth,
  bookmarks,
  chatDialogs,
  chats,
  conversation,
  demo,
  dictation,
  documents,
  engineers,
  factorBanner,
  frame,
  glassbox,
  handsFree,
  home,
  inChat,
  language,
  left,
  loops,
  markdown,
  mentions,
  notices,
  palette,
  prompts,
  quota,
  refusals,
  security,
  settings,
  settingsPages,
  ui,
  upgrade,
  usage,
  voice,
  voiceSettings,
}
