import { plural } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

export const securityWords = defineWords('security', {
  factor: {
    title: 'Second factor',
    lead: 'Asked for besides your password, so that knowing it is not enough to be you.',
    list: 'Second factors',
    none: 'None is set: your password alone opens this account.',
    remove: 'Remove',
    keep: 'Keep it',
    goOn: 'Go on',
  },
  app: {
    title: 'Authenticator app',
    about: 'Six digits from an app on your phone',
    since: (day: string) => `Asked for since ${day}`,
    setUp: 'Set up',
    setUpLabel: 'Set up authenticator app',
    isSet: 'The authenticator app is set up. You’ll be asked for it from now on.',
    removeLabel: 'Remove authenticator app',
    removeTitle: 'Remove the authenticator app?',
    removeLead:
      'Its codes will no longer be asked for. If you have no other second factor, your recovery codes go too, and an organization that asks for one keeps its pages closed to you.',
    removed: 'The authenticator app is removed.',
    scan: 'Scan this with an authenticator app on your phone, or type the key into it.',
    copyKey: 'Copy key',
    code: 'Code from the app',
    codeHint: 'Turning it on signs out your other browsers.',
    turnOn: 'Turn it on',
    qr: 'QR code for the authenticator app',
  },
  passkey: {
    one: 'Passkey',
    another: 'Another passkey',
    about: 'This device, your phone, or a security key',
    notHere: 'Not at this address: a passkey needs a host name, over HTTPS or as localhost',
    add: 'Add',
    addLabel: 'Add a passkey',
    addLead:
      'Your browser asks next where to keep it. If it is your first second factor, your other browsers are signed out.',
    name: 'Name of the passkey',
    nameExample: 'My phone',
    isSet: 'The passkey is set up. You’ll be asked for it from now on.',
    notMade: 'No passkey was made. Try again.',
    notShown: 'No passkey was shown. Try again, or use another way.',
    removeLabel: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeLead:
      'It will no longer sign you in. Delete it on the device too, so that the browser does not offer it.',
    since: (day: string, used: string | null, host: string | null) =>
      `Passkey since ${day}, ${used ? `last used ${used}` : 'never used'}${host ? ` · works only at ${host}` : ''}`,
  },
  recovery: {
    title: 'Recovery codes',
    left: (count: number) => plural(count, { one: 'One left', other: '# left. Each works once.' }),
    noneLeft: 'None left. Make new ones now.',
    renew: 'Make new ones',
    renewLabel: 'Make new recovery codes',
    keep: 'Save these recovery codes. They won’t be shown again.',
    keepLead:
      'Each lets you in once if your phone or key is gone. Print them, or put them where your passwords are.',
    download: 'Download',
    file: 'holdfast-recovery-codes.txt',
    kept: 'I’ve saved them',
  },
  proof: {
    password: 'Password',
    code: 'Code',
    codeHint: 'The six digits that your authenticator app shows now.',
    recoveryCode: 'Recovery code',
    recoveryHint: 'One of those you saved when you set this up. It works once.',
    usePasskey: 'Use a passkey',
    instead: {
      code: 'Use the authenticator app',
      recovery_code: 'Use a recovery code',
      password: 'Use your password',
    },
    nothing:
      'Nothing you have set up can be shown at this address. Open Holdfast where you made your passkey.',
  },
  step: {
    signIn: 'Sign in',
    asElse: 'Sign in as somebody else',
    again: 'Sign in again',
    over: 'This sign-in has waited too long, or was tried too often.',
  },
  fresh: {
    title: 'Is it you?',
    lead: 'You signed in a while ago. Show once more who you are, then it is done.',
    confirm: 'Confirm',
    signInWith: (provider: string) => `Sign in with ${provider}`,
  },
  providers: {
    title: 'Sign-in providers',
    lead: 'Who can sign you in here, besides your password.',
    list: 'Linked providers',
    link: 'Link',
    linkLabel: (provider: string) => `Link ${provider}`,
    unlink: 'Unlink',
    unlinkLabel: (provider: string) => `Unlink ${provider}`,
    unlinkTitle: (provider: string) => `Unlink ${provider}?`,
    unlinkLead: 'You sign in with what is left. Browsers that are signed in stay signed in.',
    unlinked: (provider: string) => `${provider} no longer opens this account.`,
    notLinked: 'Not linked',
    linked: (day: string) => `Linked ${day}`,
    lastWayIn: (since: string) => `${since} · the only way you sign in`,
    notOffered: (since: string) => `${since} · no longer offered here`,
  },
})

export type SecurityWords = TranslationOf<typeof securityWords>
