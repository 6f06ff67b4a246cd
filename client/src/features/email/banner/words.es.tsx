import type { AddressBannerWords } from './words'

export const addressBanner: AddressBannerWords = {
  label: 'Confirma tu dirección',
  confirm: 'Confirma tu dirección.',
  openLink: (email) => <>Abre el enlace del correo enviado a {email}.</>,
  again: 'Enviar de nuevo',
  hide: 'Ocultar esto',
  sent: (address) => `Hay un enlace en camino a ${address}. Mira también en el correo no deseado.`,
}
