import type { EmailWords } from './words'

export const email: EmailWords = {
  email: 'Correo electrónico',
  oneMoment: 'Un momento…',
  deadLink: 'Este enlace ya no funciona',
  toSettings: 'Ir a tus ajustes',
  toChats: 'Ir a tus chats',
  toSignIn: 'Volver a iniciar sesión',
  newPassword: 'Nueva contraseña',
  passwordHint: (atLeast) => `Al menos ${atLeast} caracteres. Una frase corta funciona bien.`,
  part: {
    title: 'Correo electrónico',
    lead: 'Con él inicias sesión y recuperas la cuenta si pierdes la contraseña.',
    verified: 'Confirmado',
    waiting: 'Aún sin confirmar',
    unverified: 'Sin confirmar',
    waitingAbout:
      'Hasta que abras el enlace del correo, la dirección no cuenta: no puedes unirte con ella a una organización y no se escribe a nadie en tu nombre.',
    none: 'Ninguno',
    sendAgain: 'Enviar el enlace otra vez',
    confirm: 'Confirmar',
    noMail: 'Esta instalación no envía correos, así que una dirección no se puede confirmar ni cambiar.',
  },
  change: {
    button: 'Cambiar dirección',
    address: 'Nueva dirección',
    hint: 'Primero llega un enlace allí. La dirección antigua recibe un aviso cuando se haga y puede deshacerlo durante una semana.',
    send: 'Enviar un enlace',
    pending: (email, until) => (
      <>
        Se ha enviado un enlace a {email}. Ábrelo antes del {until} en un navegador donde hayas iniciado
        sesión. Hasta entonces no cambia nada.
      </>
    ),
    keep: 'Conservar la antigua',
    kept: 'La dirección se queda como está.',
    title: 'Tu nueva dirección',
    done: 'Tu dirección ha cambiado',
    doneLead: (email) => `A partir de ahora inicias sesión con ${email}.`,
    doneAbout:
      'Si tu dirección antigua estaba confirmada, ha recibido un aviso. Desde ella se puede recuperar la cuenta durante siete días.',
    failed: 'Tu dirección no ha cambiado',
    failedLead: 'No ha funcionado.',
    taken: 'Otra cuenta tiene ya esta dirección. Inicia sesión en ella o elige otra dirección.',
    deadLead: 'Ya se usó, tiene más de un día, lo sustituyó otro más reciente o es de otra cuenta.',
    deadAbout: 'No ha cambiado nada. Puedes pedir uno nuevo en tus ajustes.',
  },
  forgot: {
    title: '¿Has olvidado tu contraseña?',
    lead: 'Pasa a menudo. Elige una nueva y lo demás se queda como estaba.',
    sent: 'Revisa tu correo',
    sentLead: 'Hay un enlace en camino para elegir una contraseña nueva.',
    sentAbout: (email) => (
      <>
        Si hay una cuenta con {email}, llegará un correo en unos minutos. Mira también en el correo no
        deseado. El enlace sirve una vez, durante una hora.
      </>
    ),
    another: 'Usar otra dirección',
    noMail:
      'Esta instalación no envía correos. Pregunta a quien la administra: puede darte un enlace para elegir una contraseña nueva.',
    hint: 'La dirección con la que inicias sesión.',
    send: 'Enviarme un enlace',
  },
  reset: {
    title: 'Elige una contraseña nueva',
    lead: 'Se cerrará tu sesión en todas partes y volverás a entrar con la nueva.',
    done: 'Tu nueva contraseña está lista. Inicia sesión con ella.',
    deadLead: 'Cada enlace sirve una sola vez y durante un tiempo.',
    deadAbout: (link) => <>{link('Pide uno nuevo')} y ábrelo en este navegador.</>,
    revoke: 'Revocar también mis claves de API. Hazlo si alguien más puede haber entrado en tu cuenta.',
    set: 'Guardar contraseña nueva',
  },
  undo: {
    title: 'Recupera tu cuenta',
    lead: (email) => `Volverá a tener la dirección ${email}.`,
    unseen: 'No se ha podido comprobar el enlace.',
    done: (email) => `La cuenta vuelve a tener la dirección ${email}. Inicia sesión con ella.`,
    deadLead: 'Sirve una sola vez, hasta siete días después del cambio.',
    deadAbout: 'Si otra persona tiene tu cuenta, avisa a quien administra esta instalación.',
    signedOut: 'Se cierra la sesión en todos los navegadores y se revocan todas las claves de API.',
    unlinked: 'Se desvinculan los proveedores vinculados desde el día antes del cambio.',
    stays: 'Si tienes un segundo factor, se conserva. Los chats, la memoria y los archivos no se tocan.',
    passwordHint: (atLeast) =>
      `Quien cambió la dirección puede conocer la antigua. Al menos ${atLeast} caracteres.`,
    button: 'Recuperarla',
  },
  verify: {
    title: 'Confirma tu dirección',
    failed: 'Todavía no ha funcionado.',
    done: 'Tu dirección está confirmada',
    doneLead: (email) => `${email} es tuya y cuenta a partir de ahora.`,
    deadLead: 'Ya se usó, tiene más de tres días o es de otra cuenta o dirección.',
    signedInAs: (who) => <>Has iniciado sesión como {who}.</>,
    sendNew: 'Enviar un enlace nuevo',
  },
}
