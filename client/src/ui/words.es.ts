import { plural } from '../language/formats'
import type { UiWords } from './words'

export const ui: UiWords = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  copy: 'Copiar',
  copied: 'Copiado',
  tryAgain: 'Reintentar',
  offline: 'Estás sin conexión.',
  offlineLead: 'Tus chats están en el servidor. Esta página seguirá en cuanto haya conexión.',
  undo: 'Deshacer',
  showMore: 'Mostrar más',
  loading: 'Cargando…',
  show: 'Mostrar',
  hide: 'Ocultar',
  fields: {
    empty: 'Rellena este campo.',
    email: 'No parece una dirección de correo.',
    tooShort: (atLeast) =>
      plural(atLeast, {
        one: 'Demasiado corto: al menos # carácter.',
        other: 'Demasiado corto: al menos # caracteres.',
      }),
  },
  broken: {
    title: 'Esta página se ha soltado',
    lead: 'No se ha perdido nada de lo que dijiste. Recarga para seguir. Si vuelve a pasar, quien administra este Holdfast puede ayudarte.',
    reload: 'Recargar',
  },
  retryNow: 'Ya puedes volver a intentarlo.',
  retryIn: (wait) => `Puedes volver a intentarlo ${wait}.`,
  shortcuts: {
    title: 'Atajos de teclado',
    show: 'Mostrar estos atajos',
    send: 'Enviar',
    newLine: 'Nueva línea',
    escape: 'Cerrar lo que esté abierto o detener la respuesta',
  },
  keys: { Control: 'Ctrl', Escape: 'Esc', Shift: 'Mayús', Enter: 'Intro', ArrowUp: '↑' },
  theme: {
    system: 'Cambiar el tema (sistema)',
    light: 'Cambiar el tema (claro)',
    dark: 'Cambiar el tema (oscuro)',
  },
}
