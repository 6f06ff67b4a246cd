/** German: what the door and the first page say, each subject beside its code. What later pages say is in `de-late.ts`. */

import { left, refusals } from '../api/refusals/words.de'
import { api } from '../api/words.de'
import { admin } from '../features/admin/words.de'
import { auth } from '../features/auth/words.de'
import { bookmarks } from '../features/bookmarks/words.de'
import { chatDialogs, chats } from '../features/chats/words.de'
import { markdown } from '../features/conversation/markdown/words.de'
import { conversation } from '../features/conversation/words.de'
import { documents } from '../features/documents/words.de'
import { addressBanner } from '../features/email/banner/words.de'
import { engineers } from '../features/glassbox/engineers/words.de'
import { glassbox } from '../features/glassbox/words.de'
import { language } from '../features/language/words.de'
import { loops } from '../features/loops/words.de'
import { inChat } from '../features/memory/in-chat/words.de'
import { mentions } from '../features/mentions/words.de'
import { notices } from '../features/notices/words.de'
import { factorBanner } from '../features/organization/banner/words.de'
import { palette } from '../features/palette/words.de'
import { security } from '../features/security/words.de'
import { demo } from '../features/settings/demo/words.de'
import { settingsPages } from '../features/settings/pages/words.de'
import { prompts } from '../features/settings/prompt-settings/words.de'
import { settings } from '../features/settings/words.de'
import { home } from '../features/start/words.de'
import { upgrade } from '../features/upgrade/words.de'
import { quota } from '../features/usage/quota/words.de'
import { usage } from '../features/usage/words.de'
import { aloud } from '../features/voice/aloud/words.de'
import { dictation } from '../features/voice/dictation/words.de'
import { handsFree } from '../features/voice/hands-free/words.de'
import { voiceSettings } from '../features/voice/settings/words.de'
import { voice } from '../features/voice/words.de'
import { ui } from '../ui/words.de'
import { frame } from '../words.de'
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
