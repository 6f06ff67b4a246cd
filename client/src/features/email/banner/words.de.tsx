import type { AddressBannerWords } from './words'

export const addressBanner: AddressBannerWords = {
  label: 'Bestätige deine Adresse',
  confirm: 'Bestätige deine Adresse.',
  openLink: (email) => <>Öffne den Link in der Mail an {email}.</>,
  again: 'Noch einmal senden',
  hide: 'Ausblenden',
  sent: (address) => `Ein Link ist unterwegs an ${address}. Schau auch im Spam-Ordner nach.`,
}
