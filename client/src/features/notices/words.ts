import { defineWords, type TranslationOf } from '../../language/words'

export const noticeWords = defineWords('notices', {
  title: 'Notice when a long answer is done',
  states: {
    on: 'Your system tells you, if you are looking elsewhere. It says who has answered, never what.',
    off: 'Your system tells you, if you are looking elsewhere. Your browser will ask you once.',
    refused:
      'Your browser has been told to show none from here. You can change that in its settings for this site.',
    impossible: 'This browser shows none at this address; over HTTPS it may.',
  },
  install: 'Install Holdfast',
  installNow: 'Install',
  installLead: 'A window and an icon of its own. It opens offline, too.',
  installHow:
    'In your browser’s menu: “Install” or “Add to home screen”, over HTTPS or on this very machine.',
  installed: 'It is installed: this is it.',
  answered: (who: string) => `${who} has answered.`,
  offer: 'Long answer? I can tell you when one is done while you look elsewhere.',
  yes: 'Yes, please',
})

export type NoticeWords = TranslationOf<typeof noticeWords>
