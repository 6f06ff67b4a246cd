import { plural } from '../../language/formats'
import type { JoinWords } from './words'

export const join: JoinWords = {
  page: 'Einladung',
  invited: 'Du bist eingeladen',
  somebodyAsks: 'Jemand möchte dich hier in eine Organisation aufnehmen.',
  signInFirst:
    'Melde dich an oder erstelle ein Konto, um zu sehen, wer es ist. Die Einladung wartet in diesem Tab auf dich.',
  signIn: 'Anmelden',
  register: 'Konto erstellen',
  byCode: 'Einer Organisation beitreten',
  byCodeLead: 'Mit dem Code oder dem Link, den du bekommen hast.',
  code: 'Einladungscode',
  oddCode: 'Ein Code hat zehn Buchstaben und Ziffern.',
  look: 'Einladung ansehen',
  looking: 'Die Einladung wird geöffnet …',
  notNow: 'Nicht jetzt',
  failed: 'Das hat nicht geklappt',
  unseen: 'Die Einladung konnte nicht geöffnet werden.',
  dead: 'Diese Einladung gilt nicht oder nicht mehr: Vielleicht ist sie falsch geschrieben, verbraucht, zurückgezogen oder älter als sieben Tage. Bitte um eine neue.',
  another: 'Einen anderen Code versuchen',
  toChats: 'Zu deinen Chats',
  join: (organization) => `${organization} beitreten`,
  joined: (organization) => `Du gehörst jetzt zu ${organization}.`,
  asAdmin: (who) => `${who ?? 'Jemand'} lädt dich als Admin ein.`,
  asMember: (who) => `${who ?? 'Jemand'} lädt dich als Mitglied ein.`,
  itsPlan: 'Ihr Tarif, falls sie einen hat, gilt für dich, solange du dabei bist.',
  itsMembers: (address) => `Ihre Mitglieder sehen deinen Namen und deine E-Mail-Adresse (${address}).`,
  secondFactor: (days) =>
    days === 0
      ? 'Sie verlangt von ihren Mitgliedern einen zweiten Faktor. Ohne ihn steht dir nichts von ihr offen.'
      : `Sie verlangt von ihren Mitgliedern einen zweiten Faktor. ${plural(days, { one: 'Du hast einen Tag, um einen einzurichten.', other: 'Du hast # Tage, um einen einzurichten.' })}`,
  yours:
    'Niemand sieht deine Chats, dein Gedächtnis oder deine Dateien. Sie bleiben deine, auch wenn du wieder gehst.',
  inAnother: (organization, leave) => (
    <>
      Du bist schon in {organization}, und man kann nur in einer Organisation zugleich sein.{' '}
      {leave('Verlasse sie zuerst')} und öffne die Einladung dann noch einmal.
    </>
  ),
  noSeat: (who) =>
    `Im Moment sind alle Plätze vergeben. Bitte ${who ?? 'eine Inhaberin oder einen Inhaber'}, Platz zu schaffen.`,
  until: (moment) => `Die Einladung gilt bis ${moment}.`,
  no: 'Nein, danke',
  sendAgain: 'Noch einmal senden',
  confirmFirst: (email) => (
    <>Bestätige zuerst deine Adresse: Öffne den Link in der Mail an {email} und komm dann hierher zurück.</>
  ),
}
