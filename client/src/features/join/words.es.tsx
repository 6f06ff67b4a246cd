import { plural } from '../../language/formats'
import type { JoinWords } from './words'

export const join: JoinWords = {
  page: 'Invitación',
  invited: 'Tienes una invitación',
  somebodyAsks: 'Alguien te invita a unirte a su organización.',
  signInFirst: 'Inicia sesión o crea una cuenta para ver quién es. La invitación te espera en esta pestaña.',
  signIn: 'Iniciar sesión',
  register: 'Crear una cuenta',
  byCode: 'Unirse a una organización',
  byCodeLead: 'Con el código o el enlace que te dieron.',
  code: 'Código de invitación',
  oddCode: 'Un código tiene diez letras y cifras.',
  look: 'Ver la invitación',
  looking: 'Abriendo la invitación…',
  notNow: 'Ahora no',
  failed: 'No ha funcionado',
  unseen: 'No se ha podido abrir la invitación.',
  dead: 'Esta invitación no es válida o ha dejado de serlo: puede estar mal escrita, usada, revocada o tener más de siete días. Pide una nueva.',
  another: 'Probar otro código',
  toChats: 'Ir a tus chats',
  join: (organization) => `Unirse a ${organization}`,
  joined: (organization) => `Ya formas parte de ${organization}.`,
  asAdmin: (who) => `${who ?? 'Alguien'} te invita como administrador.`,
  asMember: (who) => `${who ?? 'Alguien'} te invita como miembro.`,
  itsPlan: 'Su plan, si tiene uno, vale para ti mientras formes parte de ella.',
  itsMembers: (address) => `Sus miembros ven tu nombre y tu dirección de correo (${address}).`,
  secondFactor: (days) =>
    days === 0
      ? 'Pide a sus miembros un segundo factor. Sin él, nada de ella está a tu alcance.'
      : `Pide a sus miembros un segundo factor. ${plural(days, { one: 'Tienes un día para configurarlo.', other: 'Tienes # días para configurarlo.' })}`,
  yours: 'Nadie ve tus chats, tu memoria ni tus archivos. Siguen siendo tuyos, también si te vas.',
  inAnother: (organization, leave) => (
    <>
      Ya estás en {organization}, y solo se puede estar en una organización a la vez.{' '}
      {leave('Déjala primero')} y vuelve a abrir la invitación.
    </>
  ),
  noSeat: (who) => `Ahora mismo no quedan plazas. Pide a ${who ?? 'un propietario'} que haga sitio.`,
  until: (moment) => `La invitación es válida hasta el ${moment}.`,
  no: 'No, gracias',
  sendAgain: 'Enviar de nuevo',
  confirmFirst: (email) => (
    <>Confirma primero tu dirección: abre el enlace del correo enviado a {email} y vuelve aquí.</>
  ),
}
