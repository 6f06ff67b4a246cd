import type { EmailWords } from './words'

export const email: EmailWords = {
  email: 'E-Mail-Adresse',
  oneMoment: 'Einen Moment …',
  deadLink: 'Dieser Link gilt nicht mehr',
  toSettings: 'Zu deinen Einstellungen',
  toChats: 'Zu deinen Chats',
  toSignIn: 'Zurück zur Anmeldung',
  newPassword: 'Neues Passwort',
  passwordHint: (atLeast) => `Mindestens ${atLeast} Zeichen. Ein kurzer Satz eignet sich gut.`,
  part: {
    title: 'E-Mail-Adresse',
    lead: 'Mit ihr meldest du dich an, und mit ihr kommst du wieder hinein, wenn du dein Passwort verlierst.',
    verified: 'Bestätigt',
    waiting: 'Noch nicht bestätigt',
    unverified: 'Nicht bestätigt',
    waitingAbout:
      'Solange du den Link in der Mail nicht geöffnet hast, zählt die Adresse nicht: Du kannst mit ihr keiner Organisation beitreten, und in deinem Namen wird niemand angeschrieben.',
    none: 'Keine',
    sendAgain: 'Link noch einmal senden',
    confirm: 'Bestätigen',
    noMail:
      'Diese Installation verschickt keine Mails. Adressen lassen sich deshalb weder bestätigen noch ändern.',
  },
  change: {
    button: 'Adresse ändern',
    address: 'Neue Adresse',
    hint: 'Dorthin geht ein Link. Die alte Adresse erfährt es, sobald es geschehen ist, und kann es eine Woche lang rückgängig machen.',
    send: 'Link dorthin senden',
    pending: (email, until) => (
      <>
        Ein Link ist unterwegs an {email}. Öffne ihn bis {until} in einem Browser, in dem du angemeldet bist.
        Bis dahin ändert sich nichts.
      </>
    ),
    keep: 'Die alte behalten',
    kept: 'Die Adresse bleibt, wie sie ist.',
    title: 'Deine neue Adresse',
    done: 'Deine Adresse ist geändert',
    doneLead: (email) => `Ab jetzt meldest du dich mit ${email} an.`,
    doneAbout:
      'War deine alte Adresse bestätigt, weiß sie davon. Von dort lässt sich das Konto sieben Tage lang zurückholen.',
    failed: 'Deine Adresse ist geblieben, wie sie war',
    failedLead: 'Das hat nicht geklappt.',
    taken: 'Diese Adresse hat inzwischen ein anderes Konto. Melde dich dort an oder nimm eine andere.',
    deadLead:
      'Er wurde schon benutzt, ist älter als einen Tag, wurde durch einen neueren ersetzt oder gehört zu einem anderen Konto.',
    deadAbout: 'Es hat sich nichts geändert. Einen neuen bekommst du in deinen Einstellungen.',
  },
  forgot: {
    title: 'Passwort vergessen?',
    lead: 'Das kommt vor. Wähle ein neues, alles andere bleibt, wie es war.',
    sent: 'Sieh in deinen Mails nach',
    sentLead: 'Ein Link für ein neues Passwort ist unterwegs.',
    sentAbout: (email) => (
      <>
        Wenn es ein Konto für {email} gibt, kommt in ein paar Minuten eine Mail. Schau auch im Spam-Ordner
        nach. Der Link gilt einmal, eine Stunde lang.
      </>
    ),
    another: 'Andere Adresse verwenden',
    noMail:
      'Diese Installation verschickt keine Mails. Frag, wer sie betreibt: Dort bekommst du einen Link für ein neues Passwort.',
    hint: 'Die, mit der du dich anmeldest.',
    send: 'Link senden',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: 'Du wirst überall abgemeldet und meldest dich mit dem neuen wieder an.',
    done: 'Dein neues Passwort ist gesetzt. Melde dich damit an.',
    deadLead: 'Jeder Link gilt einmal, und nur eine Weile.',
    deadAbout: (link) => <>{link('Fordere einen neuen an')} und öffne ihn in diesem Browser.</>,
    revoke:
      'Auch meine API-Schlüssel sperren. Tu das, wenn jemand anderes in deinem Konto gewesen sein könnte.',
    set: 'Neues Passwort setzen',
  },
  undo: {
    title: 'Hol dein Konto zurück',
    lead: (email) => `Es bekommt wieder die Adresse ${email}.`,
    unseen: 'Der Link konnte nicht geprüft werden.',
    done: (email) => `Das Konto hat wieder die Adresse ${email}. Melde dich damit an.`,
    deadLead: 'Er gilt einmal, bis sieben Tage nach der Änderung.',
    deadAbout: 'Wenn jemand anderes dein Konto hat, sag Bescheid, wer diese Installation betreibt.',
    signedOut: 'Jeder Browser wird abgemeldet, jeder API-Schlüssel gesperrt.',
    unlinked: 'Anbieter, die seit dem Tag vor der Änderung verknüpft wurden, werden getrennt.',
    stays: 'Ein eingerichteter zweiter Faktor bleibt. Chats, Gedächtnis und Dateien bleiben unberührt.',
    passwordHint: (atLeast) =>
      `Wer die Adresse geändert hat, kennt vielleicht das alte. Mindestens ${atLeast} Zeichen.`,
    button: 'Zurückholen',
  },
  verify: {
    title: 'Bestätige deine Adresse',
    failed: 'Das hat noch nicht geklappt.',
    done: 'Deine Adresse ist bestätigt',
    doneLead: (email) => `${email} gehört dir und zählt ab jetzt.`,
    deadLead:
      'Er wurde schon benutzt, ist älter als drei Tage oder gehört zu einem anderen Konto oder einer anderen Adresse.',
    signedInAs: (who) => <>Du bist angemeldet als {who}.</>,
    sendNew: 'Neuen Link senden',
  },
}
