import { number, plural } from '../../language/formats'
import { moment } from '../../ui/dates'
import type { LeftOf, Refusal } from '../refusals'
import type { refusals as german } from './words.de'

export const refusals: Record<keyof typeof german, Refusal> = {
  access_denied: 'El proveedor no ha iniciado tu sesión.',
  address_or_command: 'Un servidor tiene o una dirección o una orden, y así se queda.',
  address_refused: 'Esa dirección no está en la internet pública y no se consulta desde aquí.',
  already_in_organization: 'Ya estás en una organización. Sal de ella primero.',
  already_queued: 'La misma tarea ya espera en la cola. Descarta esta.',
  answer_complete: 'Esta respuesta está completa. Pide otra en su lugar.',
  answer_replied: 'La conversación siguió después de esta respuesta. Pide allí una nueva.',
  approval_expired: 'Esto esperó demasiado. Pídelo otra vez.',
  approval_spent: 'Ya se decidió sobre esto, o la conversación siguió sin ello.',
  authenticator_already_set: 'Ya hay una aplicación de autenticación. Quítala primero.',
  bad_address: 'Una dirección empieza por https:// y no contiene ninguna contraseña.',
  bad_answer: 'Eso no encaja en el formulario.',
  bad_arguments: 'Estos datos no encajan con la herramienta.',
  bad_characters: 'El texto contiene caracteres que ningún texto puede tener.',
  bad_command: 'Esta orden no se puede iniciar.',
  bad_entry: 'Una entrada no está escrita como otros programas apuntan sus servidores.',
  bad_environment: 'Una de estas variables de entorno no se puede fijar.',
  bad_header: 'Una de estas cabeceras no se puede enviar.',
  bad_line: 'Una línea del archivo no se puede leer. No se ha importado nada.',
  bad_pattern: 'Uno de los patrones no es correcto.',
  bad_text: 'El texto debe decir algo y no ser demasiado largo.',
  bad_wish: 'Así no se puede olvidar nada. Di con más precisión qué debe irse.',
  busy: 'Ahora mismo hay demasiado que hacer. Vuelve a intentarlo en un momento.',
  by_mail: 'Aquí se elige una contraseña nueva por correo. Nadie tiene que pasar un enlace.',
  chat_deleted: 'Este chat se ha eliminado. Empieza uno nuevo.',
  chat_too_long: 'El chat es demasiado largo para eso.',
  command_is_everyones: 'Una orden corre en este equipo y es de todos.',
  commands_off: 'Aquí solo se inician programas si el operador lo permite (HOLDFAST_MCP_COMMANDS).',
  conflict: 'Eso no encaja con lo que hay ahora. Recarga la página.',
  connector_exists: 'Eso ya se trae aquí.',
  connector_of_a_pack: 'Eso pertenece a una persona: se puede pausar, pero no eliminar.',
  database_unavailable: 'La base de datos no responde. Vuelve a intentarlo en un momento.',
  dead_link: 'Este enlace ya se usó o ha caducado. Pide uno nuevo.',
  domain_not_allowed:
    'Con este dominio de correo no hay cuentas aquí. Pregunta a quien administra esta instalación.',
  email_taken: 'Ya existe una cuenta con este correo. Inicia sesión en ella.',
  email_unverified: 'Confirma primero tu correo: abre el enlace que se envió allí o pide uno nuevo.',
  empty_file: 'El archivo está vacío.',
  empty_query: 'La búsqueda no contiene ninguna palabra que se pueda buscar.',
  encrypted: 'El archivo está protegido con una contraseña. Súbelo sin ella.',
  fact_retired: 'Esta versión se ha sustituido. Edita la más reciente.',
  file_store_unavailable: 'El almacén de archivos no responde. Vuelve a intentarlo en un momento.',
  folder_not_allowed: 'Quien opera este servidor no ha permitido esa carpeta.',
  forbidden: 'Aquí no puedes hacer eso.',
  fresh_sign_in_required: 'Para esto debes acabar de demostrar quién eres. Confírmalo primero.',
  export_too_large: 'El archivo descomprimido es demasiado grande. Tráelo por partes.',
  gone: 'Aquello a lo que pertenece se acaba de eliminar.',
  has_owner: 'Un propietario de esta organización puede actuar. Pídele que dé la propiedad a otra persona.',
  identity_taken: 'Este inicio de sesión ya abre otra cuenta.',
  image_too_large: 'La imagen tiene demasiados píxeles.',
  images_too_large: 'Las imágenes son demasiado grandes en conjunto. Envíalas en varios mensajes.',
  import_running: 'Ya se están trayendo otros chats tuyos. Espera a que estén aquí.',
  internal_error: 'Algo ha fallado por nuestra parte. Los detalles están en el registro del servidor.',
  invalid_email: 'Eso no es una dirección de correo.',
  invalid_network: 'Una red es una dirección, o una con su longitud, como 192.0.2.0/24.',
  invalid_expiry: 'La fecha de caducidad debe estar en los próximos diez años.',
  invalid_grace_days: 'A los miembros se les puede dar de 0 a 30 días.',
  invalid_limits: 'Un límite es un número entero, o vacío para que no haya.',
  invalid_max_uses: 'Una invitación no se puede usar tantas veces. Una enviada sirve una sola vez.',
  invalid_name:
    'Este nombre no sirve: falta, es demasiado largo o tiene caracteres que no se pueden mostrar.',
  invalid_period: 'Este periodo no se puede contar aquí.',
  invalid_request: 'Holdfast no ha podido aceptarlo así.',
  invalid_scopes: 'Una clave necesita al menos un permiso.',
  invite_required:
    'Aquí necesitas una invitación válida para tener una cuenta. Pregunta a quien administra esta instalación.',
  language_not_heard:
    'El modelo local solo entiende inglés. Quien administra esta instalación puede configurar otro.',
  last_admin: 'Otras personas siguen usando esta instalación. Da antes la administración a una de ellas.',
  last_member: 'Eres su único miembro. Elimina la organización en su lugar.',
  last_way_in: 'Sin eso ya no podrías iniciar sesión. Vincula antes otro proveedor.',
  left: 'Nadie espera ya esto.',
  link_required: 'Existe una cuenta con este correo. Inicia sesión en ella y vincula después este proveedor.',
  loop_exists: 'Eso mismo ya está pendiente.',
  mail_budget: 'Hoy ya se han enviado tantos correos como se permite.',
  malformed_request: 'El servidor no ha podido leerlo.',
  mcp_unavailable:
    'Esto pide una acción y aquí no hay ninguna herramienta para hacerla. Conecta un servidor que pueda (Ajustes, Conexiones), o hazla tú y cuéntalo aquí. Las preguntas y los informes sí se responden.',
  mcp_tool_changed: 'La herramienta ha cambiado desde que la leíste. Léela otra vez.',
  mcp_unreachable: 'El servidor no se puede usar ahora. Compruébalo en la página de conexiones.',
  memory_is_changing:
    'En esta memoria ya se está olvidando, importando o exportando. Vuelve a intentarlo cuando termine.',
  memory_unavailable: 'La memoria no responde. Vuelve a intentarlo en un momento.',
  message_not_in_view: 'Este mensaje está en otra versión del chat.',
  message_too_large: ({ tokens, limit }) =>
    limit
      ? `El mensaje tiene ${number(Number(tokens))} tokens y caben ${number(Number(limit))}. Acórtalo o envíalo por partes.`
      : 'Las instrucciones de esta persona no dejan sitio para un mensaje en este modelo. Elige un modelo que lea más.',
  missing_permission: ({ role }) =>
    role === 'owner'
      ? 'Eso solo lo pueden hacer los propietarios de la organización.'
      : 'Tu rol en esta organización no lo permite.',
  model_cut_off: 'La respuesta se cortó antes de terminar. Vuelve a intentarlo.',
  model_empty: 'El modelo dio una respuesta vacía. Vuelve a intentarlo o redacta el mensaje de otra forma.',
  model_failed: 'El modelo no ha podido responder. Vuelve a intentarlo.',
  model_malformed: 'La respuesta del modelo no se pudo leer. Vuelve a intentarlo o elige otro modelo.',
  model_not_configured:
    'Este modelo no está configurado. Quien administra esta instalación puede indicar uno con HOLDFAST_MODEL_BASE_URL y HOLDFAST_MODEL_NAME, o ejecutar `holdfast models fetch` para el modelo local de prueba.',
  model_not_found: 'Aquí no hay ningún modelo con ese nombre.',
  model_rate_limited:
    'El proveedor del modelo pide ir más despacio. Espera un momento y vuelve a intentarlo.',
  model_rejected:
    'El modelo ha rechazado esta petición. Puede ayudar un mensaje más corto o redactado de otra forma, u otro modelo.',
  model_server_error: 'El proveedor del modelo tiene un fallo. Vuelve a intentarlo en un momento.',
  model_slow_first_byte: 'El modelo no empezó a responder a tiempo. Vuelve a intentarlo o elige otro modelo.',
  model_spent: 'Lo que tu plan incluye de trabajo en segundo plano se ha agotado por hoy.',
  model_stalled: 'El modelo se quedó callado a mitad de la respuesta. Vuelve a intentarlo.',
  model_unauthorized:
    'El proveedor del modelo ha rechazado nuestra clave. Quien administra esta instalación debería revisar la clave y el saldo.',
  model_unreachable:
    'No se ha podido acceder al modelo. Vuelve a intentarlo. Si sigue así, quien administra esta instalación debería revisar la dirección y la red.',
  no_address: 'Esta cuenta no tiene correo, así que una contraseña no la abriría.',
  no_challenge: 'No se está pidiendo ninguna llave de acceso. Vuelve a empezar.',
  no_document_there: 'En esa dirección no hay ningún documento.',
  no_feed: 'En esa dirección no hay ningún canal RSS o Atom.',
  no_folders:
    'Este servidor no trae nada de sus carpetas. Quien lo opera puede permitir algunas con HOLDFAST_CONNECTORS_FOLDERS.',
  no_free_code: 'No se ha encontrado ningún código libre. Vuelve a intentarlo.',
  no_git: 'En este servidor no hay git. Quien lo opera puede instalarlo.',
  no_hearing: 'Aquí no se escucha lo que se habla. Escríbelo.',
  no_mail: 'Esta instalación no envía correos. Pide un enlace a quien la administra.',
  no_model_asked: 'Esto se respondió sin modelo: no hay nada que repetir.',
  no_organization: 'No estás en ninguna organización. Crea una o únete a una.',
  no_own_second_factor:
    'Configura antes un segundo factor propio: lo que pidas a los demás te dejaría fuera a ti también.',
  no_passkey: 'Ninguna de tus llaves de acceso se puede mostrar en esta dirección.',
  no_passkeys_here:
    'Una llave de acceso pertenece a un nombre de servidor. Abre esta instalación por uno, con HTTPS o como localhost.',
  no_picture: 'No hay imagen de esta página.',
  no_reader: 'Ahora mismo no se pueden leer documentos en esta máquina.',
  no_repository: 'En esa carpeta no hay ningún repositorio Git con un commit.',
  no_seats: 'Todas las plazas de esta organización están ocupadas. Pide más a un propietario.',
  no_second_factor: 'Esta cuenta no tiene segundo factor.',
  no_second_step:
    'Aquí (ya) no hay ningún inicio de sesión esperando un segundo factor. Vuelve a iniciar sesión.',
  no_sitemap: 'En esa dirección no hay ningún mapa del sitio.',
  no_such_folder: 'Esa carpeta no existe en el servidor.',
  no_voice: 'Aquí no hay ninguna voz que pueda leerlo.',
  no_worker:
    'No hay ningún worker en marcha, así que no se ha pedido nada a ninguno. Inicia `holdfast worker`.',
  not_admin: 'Eso solo lo pueden hacer los administradores de esta instalación.',
  not_empty: 'Quien ya tiene recuerdos no puede importar otros. Haz que se olvide todo antes.',
  not_fetched: 'No se pudo traer: la dirección no responde como se esperaba.',
  not_found: 'Eso no existe o ya no existe.',
  not_heard: 'No se ha podido entender la grabación. Vuelve a intentarlo en un momento.',
  not_of_a_chat: 'Solo se puede guardar lo que se trajo en un chat; copia este en su lugar.',
  not_set_up: 'Eso no está configurado en esta instalación.',
  not_signed_in: 'Inicia sesión primero.',
  not_spoken: 'No se pudo leer en voz alta. Inténtalo dentro de un momento.',
  not_synced: 'No se pudo traer por ahora. Se vuelve a intentar por sí solo.',
  not_your_chat: 'Este chat es de otra persona.',
  nothing_pasted: 'Pega entre uno y treinta servidores.',
  nothing_said: 'En la grabación no se oye a nadie. Revisa el micrófono y dilo otra vez.',
  nothing_to_say: 'En este texto no hay ninguna palabra que decir.',
  nothing_to_search: 'Busca una palabra de dos letras o más.',
  nothing_to_share: 'En este chat aún no se ha dicho nada. No hay nada que compartir.',
  nothing_to_verify: 'No hay ninguna dirección que espere confirmación.',
  oneself: 'Eso no se puede hacer con la propia cuenta.',
  other_message: 'El mensaje enviado no es el que se respondería de nuevo.',
  outside_unavailable: 'No se pudo llegar a esa dirección. Compruébala o inténtalo más tarde.',
  passkey_taken: 'Esta llave ya está configurada.',
  password_is_email: 'La contraseña debe ser distinta del correo.',
  password_too_long: 'Esta contraseña es demasiado larga.',
  password_too_short: 'Una contraseña necesita al menos 8 caracteres.',
  placeholder: 'Hay un marcador dentro. Pon en su lugar lo que representa.',
  provider_unavailable: 'El proveedor de inicio de sesión no responde. Vuelve a intentarlo en un momento.',
  question_spent: 'Esto ya se contestó.',
  quota_exhausted: (told) => exhausted(told),
  recording_too_long: ({ longestSeconds }) =>
    `Una grabación puede durar ${number(Number(longestSeconds))} segundos. Envíala por partes.`,
  recording_unreadable: 'La grabación está dañada y no se puede leer. Grábala otra vez.',
  registration_closed: 'Aquí no se crean cuentas nuevas. Pregunta a quien administra esta instalación.',
  replay_in_progress: 'Ya tienes otra repetición en marcha. Espera a que termine.',
  research_unavailable: 'La investigación a fondo no está configurada en esta instalación. Envíalo sin ella.',
  same_email: 'Esa es la dirección que ya tiene la cuenta.',
  second_factor_missing: 'Esta cuenta pide un segundo factor.',
  second_factor_required:
    'Tu organización pide a sus miembros un segundo factor. Configura uno en tus ajustes y vuelve a intentarlo.',
  secret_unreadable: 'Un secreto guardado no se puede leer. Hay que introducirlo de nuevo.',
  server_declared: 'Este servidor está en el holdfast.toml del operador y se cambia allí.',
  setup_code_required:
    'La primera cuenta necesita el código que muestra `holdfast up`. `holdfast admin code` lo vuelve a mostrar.',
  sign_in_failed: 'Este inicio de sesión no se ha podido comprobar. Vuelve a empezar.',
  sign_in_unsupported: 'En este servidor no hay dónde iniciar sesión: es un programa de este equipo.',
  sole_owner:
    'La organización se quedaría sin propietario. Da antes la propiedad a otra persona o elimínala.',
  sse_not_supported: 'La forma antigua (SSE) no se habla aquí. Busca la dirección para HTTP con streaming.',
  stale_version:
    'Alguien ha cambiado estos ajustes mientras tanto. Mira la versión más reciente y cambia esa.',
  suspended: 'Esta cuenta está suspendida. Pregunta a quien administra esta instalación.',
  suspended_member: 'Este miembro está suspendido. Elige a otro o déjale entrar antes.',
  temporary_chat: 'Un chat temporal lo sigue siendo. Empieza otro para que se recuerde.',
  text_too_long: 'El texto es demasiado largo.',
  too_large: 'Es demasiado grande.',
  too_many_at_once: 'Es mucho a la vez. Espera a que termine algo y vuelve a intentarlo en un momento.',
  too_many_connectors: 'Aquí ya hay tantas fuentes como puede haber. Elimina una antes.',
  too_many_folders: 'Tienes tantas carpetas como puede haber. Deja antes una.',
  too_many_images: ({ limit }) =>
    `Un mensaje puede llevar ${plural(Number(limit), { one: '# imagen', other: '# imágenes' })}. Envíalas en varios.`,
  too_many_invites: 'Ya hay demasiadas invitaciones abiertas. Revoca una antes.',
  too_many_items: 'Son demasiados documentos. Elige una parte más pequeña, o varias.',
  too_many_keys: 'Ya hay demasiadas claves. Revoca una antes.',
  too_many_parts: 'El archivo comprimido contiene más archivos que un documento.',
  too_many_passkeys: 'Ya hay demasiadas llaves de acceso. Quita una antes.',
  too_many_requests: 'Demasiados intentos.',
  too_many_programs: 'Ya hay cincuenta programas conectados. Termina uno primero.',
  too_many_servers: 'Ya hay treinta servidores. Quita uno primero.',
  too_often: 'A los servidores de otros se les pregunta como mucho cada 15 minutos.',
  too_slow: 'Los datos llegaron demasiado despacio. Envíalos otra vez, sin pausas.',
  tool_changed: 'La herramienta ya no es la que se te preguntó. Pídelo otra vez.',
  trace_not_ready: 'Esta respuesta todavía se está escribiendo. Su registro llega con el final.',
  turn_forgotten: 'Aquello de lo que trataba esto se ha olvidado.',
  turn_in_progress: 'La última respuesta de este chat todavía se está escribiendo. Espérala o detenla.',
  unavailable: 'El servidor se está reiniciando. Envíalo otra vez en un momento.',
  unknown_approval: 'Aquí ya no hay nada que espere tu decisión.',
  unknown_audio: 'Esta grabación no existe o ya no existe.',
  unknown_calendar: 'Este calendario no existe.',
  unknown_chat: 'Este chat no existe.',
  unknown_connector: 'Esa fuente no existe o ya no existe.',
  unknown_dead_letter: 'Esta tarea abandonada (ya) no existe.',
  unknown_fact: 'Eso (ya) no lo sé.',
  unknown_file: 'Uno de los archivos adjuntos no existe. Súbelo otra vez.',
  unknown_folder: 'No tienes ninguna carpeta con ese nombre.',
  unknown_import: 'Esta importación no existe.',
  unknown_invite: 'Esta invitación (ya) no sirve. Pide una nueva.',
  unknown_loop: 'Eso no está entre los pendientes.',
  unknown_member: 'Este miembro no está en esta organización.',
  unknown_message: 'Este mensaje no existe. Puede que se haya eliminado u olvidado.',
  unknown_organization: 'Esta organización no existe.',
  unknown_pack: 'Ninguna persona trae ya eso.',
  unknown_page: 'No existe esa página, o aún no se ha leído.',
  unknown_persona: 'Esta persona no existe.',
  kernel_too_long: 'Las instrucciones de esta persona son demasiado largas para su modelo. Acórtalas.',
  kernel_unreadable: 'Las instrucciones están vacías o contienen caracteres que no son texto.',
  not_your_persona: 'Solo quien creó esta persona puede retirarla de la organización.',
  persona_changed: 'Alguien ha cambiado esta persona entretanto. Mira primero la versión más reciente.',
  persona_invalid: 'Los ajustes de esta persona no encajan entre sí.',
  persona_not_sketched:
    'El modelo no escribió nada que pudiera ser una persona. Inténtalo de nuevo o escríbela tú.',
  no_model_to_sketch:
    'El modelo de demostración no puede escribir una persona. Conecta un modelo real o escríbela tú.',
  persona_not_editable: 'Puedes hablar con esta persona, pero no cambiarla. Duplícala si puedes leerla.',
  persona_not_readable: 'Lo que se le dice a esta persona solo lo ven quienes pueden cambiarla.',
  persona_pack_invalid: 'Este archivo zip no contiene ninguna persona que se pueda leer.',
  unknown_persona_version: 'Esta versión de la persona no existe.',
  unknown_profile: 'La persona no tiene este perfil.',
  unknown_question: 'Nadie espera ya una respuesta a esto.',
  unknown_receipt: 'Este recibo no existe.',
  unknown_recording: 'No se guarda ninguna grabación de este mensaje.',
  unknown_program: 'Ese programa no está conectado.',
  unknown_server: 'Ese servidor no existe.',
  unknown_target: 'Un documento no puede ir ahí.',
  unknown_time_zone: 'No hay ninguna zona horaria con ese nombre.',
  unknown_tool: 'Este servidor no tiene esa herramienta.',
  unknown_trust: 'Ya no confías en esta herramienta.',
  unknown_turn: 'No hay ningún registro de esta respuesta.',
  unknown_version: 'Esa versión no existe.',
  unreadable_export:
    'No es un archivo de chats que se conozca aquí: trae el de ChatGPT, Claude, Open WebUI o mem0.',
  unreadable_file: 'El archivo no se pudo leer.',
  unsupported_media:
    'Este tipo de archivo no se admite. Puedes adjuntar imágenes, PDF, Word (.docx) y texto.',
  version_not_read: 'Una de las dos versiones no se leyó y no se puede comparar.',
  wrong_code:
    'Ese no es el código que muestra ahora la aplicación. Espera al siguiente y vuelve a intentarlo.',
  wrong_credentials: 'El correo o la contraseña no son correctos.',
  wrong_passkey: 'El navegador no ha creado una llave que sirva aquí. Vuelve a empezar.',
  wrong_password: 'La contraseña no es correcta.',
  wrong_second_factor: 'Ese código o esa llave no es correcto, o ya se usó.',
}

export const left: LeftOf = ({ feature, used, limit, resetsAt }) =>
  feature === 'storage_bytes'
    ? null
    : `Quedan ${number(limit - used)} de ${number(limit)} ${nounOf(feature, limit)}.${back(resetsAt)}`

const NOUNS: Record<string, (count: number) => string> = {
  chats_per_day: (count) => plural(count, { one: 'mensaje para hoy', other: 'mensajes para hoy' }),
  voice_minutes_per_month: (count) =>
    plural(count, { one: 'minuto de voz este mes', other: 'minutos de voz este mes' }),
  api_requests_per_minute: (count) =>
    plural(count, { one: 'petición a la API en este minuto', other: 'peticiones a la API en este minuto' }),
  seats: (count) => plural(count, { one: 'plaza', other: 'plazas' }),
  memory_characters_per_day: () => 'caracteres para la memoria hoy',
  background_calls_per_day: (count) =>
    plural(count, {
      one: 'pregunta a un modelo en segundo plano hoy',
      other: 'preguntas a un modelo en segundo plano hoy',
    }),
}

function nounOf(feature: string, count: number): string {
  return NOUNS[feature]?.(count) ?? plural(count, { one: 'unidad', other: 'unidades' })
}

function exhausted(told: Record<string, unknown>): string {
  const limit = Number(told.limit)
  const more = told.wouldHelp ? ` El plan «${told.wouldHelp}» tiene más.` : ''
  if (told.feature === 'storage_bytes')
    return `Tu espacio para archivos está lleno. Elimina algo antes.${more}`
  const what = nounOf(String(told.feature), limit)
  if (limit === 0) return `Tu plan no incluye ${what}.${more}`
  return `Has agotado ${number(limit)} ${what}.${back(told.resetsAt)}${more}`
}

function back(resetsAt: unknown): string {
  return typeof resetsAt === 'string' ? ` Vuelves a tener desde el ${moment(resetsAt)}.` : ''
}
