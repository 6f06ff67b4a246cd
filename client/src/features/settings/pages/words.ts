import { defineWords, type TranslationOf } from '../../../language/words'

/** What the pages of the settings are called; the palette finds them by these too. */
export const pageWords = defineWords('settingsPages', {
  settings: 'Settings',
  admin: 'Installation',
  profile: 'Profile',
  appearance: 'Appearance',
  voice: 'Voice',
  app: 'App and notices',
  account: 'Account',
  security: 'Security',
  usage: 'Usage and plan',
  connections: 'Connections',
  keys: 'API keys',
  organization: 'Organization',
  overview: 'Overview',
  users: 'Users',
  invites: 'Invites',
  organizations: 'Organizations',
  usageOfAll: 'Usage (all users)',
  prompts: 'Prompt settings',
  jobs: 'Jobs',
  health: 'Health',
  mails: 'Mails',
  history: 'History',
  also: {
    app: 'install notification offline',
    profile: 'name about me you',
    appearance: 'theme dark light colors language time zone',
    voice: 'microphone talk dictate listen',
    account: 'email password',
    security: 'second factor passkey devices sign out everywhere',
    usage: 'plan limits quota',
    connections: 'mcp server tools trust approve sign in',
    keys: 'api token program',
  },
})

export type PageWords = TranslationOf<typeof pageWords>
