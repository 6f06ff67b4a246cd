import { plural } from '../../language/formats'
import type { OrganizationWords } from './words'

export const organization: OrganizationWords = {
  yours: 'Tu organización',
  nameless: 'Alguien sin nombre',
  keepAsIs: 'Dejarlo como está',
  roles: { owner: 'Propietario', admin: 'Administrador', member: 'Miembro' },
  rights: {
    owner: 'puede hacerlo todo, también eliminar la organización y elegir quién puede hacer qué',
    admin: 'puede cambiarle el nombre e invitar y quitar personas',
    member: 've quién está y usa lo que se comparte',
  },
  youAre: { owner: 'Eres propietario.', admin: 'Eres administrador.', member: 'Eres miembro.' },
  roleAndRights: (role, rights) => `${role}: ${rights}.`,
  days: (count) => (count === 0 ? 'ningún día' : plural(count, { one: 'un día', other: '# días' })),
  sections: {
    members: 'Miembros',
    membersLead:
      'Unirse no comparte nada propio: los chats, la memoria, los archivos y las claves siguen siendo de cada persona.',
    invites: 'Invitaciones',
    invitesLead: 'Quien tenga el enlace o el código puede unirse durante siete días.',
    keys: 'Claves de API de la organización',
    keysOfOnesOwn:
      'Una clave actúa en tu nombre, con tus propios chats y tu memoria. Propietarios y administradores ven que existe y pueden revocarla. Termina cuando te vas.',
    keysOfAll:
      'Una clave actúa en nombre de quien la creó, con sus chats y su memoria. La clave en sí no se muestra a nadie más. Termina cuando esa persona se va, y puedes revocarla antes.',
    factor: 'Segundo factor',
    factorLead: 'Pide a cada miembro algo más que una contraseña. Solo los propietarios pueden cambiarlo.',
    history: 'Historial',
    historyLead: 'Quién cambió qué. Solo lo ven los propietarios.',
    leave: 'Salir',
    leaveOrDelete: 'Salir o eliminar',
  },
  factor: {
    setOwnFirst:
      'Configura antes un segundo factor propio: lo que pidas a los demás te dejaría fuera a ti también.',
    inSettings: 'Configurarlo en tus ajustes',
    asked: (since, days) =>
      `Se pide desde el ${since}. Plazo para configurarlo: ${days}; para quien llega, desde el día en que se une.`,
    notAsked: 'No se pide: cada miembro decide por su cuenta.',
    daysLabel: 'Días para configurarlo',
    changeDays: 'Cambiar los días',
    ask: 'Pedir un segundo factor',
    stop: 'Dejar de pedirlo',
    stopped: 'Ya no se pide un segundo factor.',
    nowAsked: (days) => `Plazo de los miembros para configurar un segundo factor: ${days}.`,
    title: '¿Pedir un segundo factor a los miembros?',
    askForIt: 'Pedirlo',
    atOnce: (organization) =>
      `Quien no lo tenga se queda fuera de inmediato del plan, de las páginas y de lo que comparte ${organization}, hasta que lo configure. Siempre se puede salir.`,
    after: (organization, days) =>
      `Quien no lo tenga al acabar el plazo (${days}) se queda fuera del plan, de las páginas y de lo que comparte ${organization}, hasta que lo configure. Siempre se puede salir.`,
    fromFirst: 'Los días cuentan desde que se pidió por primera vez.',
    without: (count) =>
      plural(count, { one: 'Un miembro aún no lo tiene.', other: '# miembros aún no lo tienen.' }),
    withoutSoFar: (count) =>
      plural(count, {
        one: 'De los mostrados hasta ahora, un miembro aún no lo tiene.',
        other: 'De los mostrados hasta ahora, # miembros aún no lo tienen.',
      }),
    due: (organization, deadline) =>
      `${organization} pide a sus miembros un segundo factor. Configura el tuyo antes del ${deadline}. Después, su plan y sus páginas se cierran para quien no lo tenga.`,
    setOne: 'Configurarlo',
    keptOut: (organization) =>
      `${organization} pide a sus miembros un segundo factor y tú no tienes. Hasta que lo configures, su plan, sus páginas y lo que comparte están cerrados para ti. Tus propios chats, tu memoria y tus archivos no se tocan.`,
    setUp: 'Configura un segundo factor',
    setUpLead: 'Una aplicación de autenticación o una llave de acceso. Abre la organización al momento.',
    dialog: 'Se pide un segundo factor',
    dialogLead:
      'Tu organización lo pide a sus miembros. Configúralo aquí y después se hará lo que ibas a hacer.',
    notNow: 'Ahora no',
    goOn: 'Continuar',
  },
  deletion: {
    button: 'Eliminar la organización',
    title: (name) => `¿Eliminar ${name}?`,
    lead: (members) =>
      `${plural(members, { one: 'Pierdes', other: 'Los # miembros pierden' })} su plan y lo que se comparte en ella. Sus invitaciones y su historial desaparecen. Los chats, la memoria y los archivos de cada persona no se tocan. No se puede deshacer.`,
    keep: 'Conservarla',
    forGood: 'Eliminar para siempre',
    type: (name) => `Escribe «${name}» para eliminarla`,
    done: (name) => `Se ha eliminado ${name}.`,
  },
  leaving: {
    alone: 'Eres su único miembro, así que no hay a quién dejársela: elimínala.',
    button: (name) => `Salir de ${name}`,
    title: (name) => `¿Salir de ${name}?`,
    lead: 'Pierdes su plan y lo que se comparte en ella. Tus chats, tu memoria, tus archivos y tus claves siguen siendo tuyos. Para volver necesitas una invitación nueva.',
    stay: 'Quedarme',
    leave: 'Salir',
    done: (name) => `Has salido de ${name}. Lo tuyo sigue aquí.`,
    onlyOwner: 'Solo tú tienes la propiedad. ¿Quién debe tenerla después?',
    newOwner: 'Nuevo propietario',
    choose: 'Elige a alguien',
    factorFirst: 'Para ver quién está, configura antes un segundo factor.',
    morePeople: 'Mostrar más personas',
  },
  members: {
    list: 'Miembros',
    you: '(tú)',
    since: (day) => `desde el ${day}`,
    noFactor: 'sin segundo factor',
    unconfirmed: 'dirección sin confirmar',
    roleOf: (who) => `Rol de ${who}`,
    remove: 'Quitar',
    removeLabel: (who) => `Quitar a ${who}`,
    removeTitle: (who) => `¿Quitar a ${who}?`,
    removeLead: (organization) =>
      `Pierde de inmediato el plan de ${organization} y lo que se comparte en ella, y las invitaciones que dio dejan de funcionar. Conserva sus propios chats, su memoria, sus archivos y sus claves. Para volver necesita una invitación nueva.`,
    keep: 'Dejar que siga',
    removed: (who) => `Se ha quitado a ${who}.`,
    more: 'Mostrar más miembros',
    youAreNow: {
      owner: 'Ahora eres propietario.',
      admin: 'Ahora eres administrador.',
      member: 'Ahora eres miembro.',
    },
    isNow: {
      owner: (who) => `${who} es ahora propietario.`,
      admin: (who) => `${who} es ahora administrador.`,
      member: (who) => `${who} es ahora miembro.`,
    },
    become: { owner: '¿Pasar a propietario?', admin: '¿Pasar a administrador?', member: '¿Pasar a miembro?' },
    makeOwnerTitle: (who) => `¿Dar la propiedad a ${who}?`,
    stepBack: 'Renunciar',
    makeOwner: 'Dar la propiedad',
    stepBackLead: 'Renuncias a derechos que solo otro propietario puede devolverte.',
    makeOwnerLead:
      'Podrá hacer todo lo que puedes tú: eliminar la organización, cambiar roles y quitarte. Tú conservas la propiedad.',
  },
  invites: {
    list: 'Invitaciones abiertas',
    form: 'Nueva invitación',
    revoked: 'La invitación está revocada. Su enlace y su código ya no funcionan.',
    hidden: 'Código oculto: solo un propietario puede darlo',
    as: { admin: 'como administrador', member: 'como miembro' },
    sentTo: (email) => `enviada a ${email}`,
    once: 'sirve una vez',
    used: (uses, of) => `usada ${uses} de ${plural(of, { one: '# vez', other: '# veces' })}`,
    until: (moment) => `hasta el ${moment}`,
    copyLink: 'Copiar enlace',
    copyLinkLabel: (code) => `Copiar el enlace de ${code}`,
    revoke: 'Revocar',
    revokeLabel: (code) => `Revocar ${code ?? 'la invitación oculta'}`,
    joinsAs: 'Se une como',
    howMany: 'Cuántas personas pueden usarla',
    mailedOnce: 'Una invitación por correo sirve una vez.',
    sendTo: 'Enviarla a una dirección de correo (opcional)',
    sendToExample: 'bea@example.org',
    sendToHint: 'Quien tenga el enlace puede usarlo, sea cual sea su dirección.',
    send: 'Enviar invitación',
    make: 'Crear invitación',
  },
  none: {
    lead: 'No estás en ninguna organización. Quienes están en una comparten su plan. Lo tuyo sigue siendo tuyo: nadie más ve tus chats, tu memoria ni tus archivos.',
    create: 'Crear una',
    createLead: 'Tendrás la propiedad y podrás invitar a otras personas.',
    name: 'Nombre de la organización',
    nameExample: 'Talleres del Puerto',
    createButton: 'Crear organización',
    join: 'Unirse a una',
    joinLead: 'Con el código o el enlace que te dieron.',
    code: 'Código de invitación',
    look: 'Ver la invitación',
  },
  keys: {
    actsAs: (maker) => (maker ? `actúa en nombre de ${maker}` : 'actúa en tu nombre'),
    rests: (maker) =>
      maker
        ? `en reposo hasta que ${maker} tenga un segundo factor`
        : 'en reposo hasta que tengas un segundo factor',
  },
  renaming: {
    rename: 'Cambiar nombre',
    newName: 'Nuevo nombre',
    save: 'Guardar nombre',
    done: 'La organización tiene un nombre nuevo.',
  },
  seats: {
    unlimited: (members, seats) =>
      `${plural(members, { one: 'Un miembro', other: '# miembros' })}, con plazas para hasta ${seats}`,
    taken: (used, count) => `${used} de ${count} plazas ocupadas`,
    tooMany: (count) =>
      plural(count, {
        one: 'Hay un miembro más que plazas. No se quita a nadie por ello, pero nadie puede unirse hasta que haya sitio: tiene que salir uno o el plan necesita más plazas.',
        other:
          'Hay # miembros más que plazas. No se quita a nadie por ello, pero nadie puede unirse hasta que haya sitio: tienen que salir # o el plan necesita más plazas.',
      }),
    full: 'Todas las plazas están ocupadas. Para que alguien pueda unirse, hay que liberar una o el plan necesita más.',
  },
  history: {
    list: 'Lo que ha pasado',
    earlier: 'Mostrar lo anterior',
    refresh: 'Actualizar',
    somebody: 'Alguien sin nombre',
    gone: 'Alguien cuya cuenta ya no existe',
    whomSomebody: 'alguien sin nombre',
    whomGone: 'alguien cuya cuenta ya no existe',
    installation: 'La instalación',
    none: 'ninguno',
    created: (by, name) =>
      name ? `${by} creó la organización como «${name}».` : `${by} creó la organización.`,
    renamed: (by, from, to) => `${by} cambió el nombre de «${from}» a «${to}».`,
    seats: (by, from, to) => `${by} cambió las plazas de ${from} a ${to}.`,
    plan: (by, from, to) => `${by} cambió el plan de ${from} a ${to}.`,
    limits: (by, to) => `${by} cambió los límites ${to}.`,
    factorAsked: (by, days) => `${by} pidió a los miembros un segundo factor (plazo: ${days}).`,
    factorChanged: (by, from, to) =>
      `${by} cambió el plazo para el segundo factor (antes: ${from}, ahora: ${to}).`,
    factorEnded: (by) => `${by} dejó de pedir a los miembros un segundo factor.`,
    joined: {
      owner: (by) => `${by} se unió como propietario.`,
      admin: (by) => `${by} se unió como administrador.`,
      member: (by) => `${by} se unió como miembro.`,
    },
    left: (by) => `${by} salió.`,
    accountDeleted: 'Un miembro eliminó su cuenta.',
    removed: (by, whom) => `${by} quitó a ${whom}.`,
    roleChanged: (by, whom, from, to) =>
      `${by} cambió el rol de ${whom} de ${from.toLowerCase()} a ${to.toLowerCase()}.`,
    inviteMade: (by) => `${by} creó una invitación.`,
    inviteMadeFor: {
      admin: (by) => `${by} creó una invitación para un administrador.`,
      member: (by) => `${by} creó una invitación para miembros.`,
    },
    inviteRevoked: (by) => `${by} revocó una invitación.`,
    keyMade: (by, name) => `${by} creó la clave de API «${name}».`,
    keyRevoked: (by, name) => `${by} revocó la clave de API «${name}».`,
    other: (by, what) => `${by}: ${what}.`,
  },
}
