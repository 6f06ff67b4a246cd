import type { AuthWords } from './words'

export const auth: AuthWords = {
  signInTitle: 'Anmelden',
  welcome: 'Willkommen zurück',
  create: 'Konto erstellen',
  lead: 'Ein Assistent, der sich erinnert und zeigt, warum er so antwortet.',
  first: 'Richte dich hier ein',
  firstLead: 'Hier wohnt noch niemand. Das erste Konto kümmert sich um diese Installation.',
  second: 'Noch ein Schritt',
  secondLead: 'Dieses Konto verlangt einen zweiten Faktor.',
  mismatch: 'E-Mail-Adresse und Passwort passen nicht zusammen. Prüfe beides und versuch es noch einmal.',
  closed:
    'Die Registrierung ist geschlossen, neue Konten gibt es hier nicht. Frag, wer diese Installation betreibt.',
  name: 'Name',
  nameHint: 'Wie der Assistent dich nennen soll. Freiwillig.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint: (atLeast) => `Mindestens ${atLeast} Zeichen. Ein kurzer Satz eignet sich gut.`,
  forgot: 'Passwort vergessen?',
  createAccount: 'Konto erstellen',
  signIn: 'Anmelden',
  or: 'oder',
  continueWith: (provider) => `Weiter mit ${provider}`,
  haveAccount: 'Schon ein Konto?',
  newHere: 'Neu hier?',
  toSignIn: 'Zur Anmeldung',
  toRegister: 'Konto erstellen',
  setupCode: 'Code',
  inviteCode: 'Einladungscode',
  setupCodeHint:
    'Er stand in der Ausgabe, als Holdfast gestartet wurde. Auf demselben Rechner zeigt ihn `holdfast admin code` noch einmal.',
  inviteCodeHint: 'Aus dem Link oder der Mail mit deiner Einladung.',
  stillHere: (why) => `Du bist noch angemeldet. ${why}`,
  sentBack: {
    link_required:
      'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich dort mit dem Passwort an und verknüpfe den Anbieter dann in deinen Einstellungen. Wenn du das Passwort nicht kennst, wähle ein neues.',
    identity_taken:
      'Diese Anmeldung öffnet schon ein anderes Konto und lässt sich nicht mit diesem verknüpfen.',
    access_denied:
      'Der Anbieter hat dich nicht angemeldet. Versuch es noch einmal oder melde dich anders an.',
    registration_closed: 'Neue Konten gibt es hier nicht. Frag, wer diese Installation betreibt.',
    invite_required: 'Für ein Konto brauchst du hier eine Einladung. Frag, wer diese Installation betreibt.',
    setup_code_required: 'Das erste Konto braucht einen Code: Erstelle es mit E-Mail-Adresse und Passwort.',
    domain_not_allowed:
      'Mit deiner E-Mail-Domain gibt es hier kein Konto. Frag, wer diese Installation betreibt.',
    suspended: 'Dieses Konto ist gesperrt. Frag, wer diese Installation betreibt.',
    provider_unavailable: 'Der Anmeldedienst antwortet nicht. Versuch es gleich noch einmal.',
    too_many_requests: 'Das waren zu viele Versuche. Warte kurz und versuch es dann noch einmal.',
    other: 'Die Anmeldung beim Anbieter hat nicht geklappt. Beginne sie noch einmal.',
  },
}
