import { number, plural } from '../../language/formats'
import { moment } from '../../ui/dates'
import type { LeftOf, Refusals } from '../refusals'

export const refusals = {
  access_denied: 'Der Anbieter hat dich nicht angemeldet.',
  address_or_command: 'Ein Server hat entweder eine Adresse oder einen Befehl, und dabei bleibt es.',
  address_refused:
    'Diese Adresse liegt nicht im öffentlichen Internet und wird von hier aus nicht abgerufen.',
  already_in_organization: 'Du bist schon in einer Organisation. Verlasse sie zuerst.',
  already_queued: 'Dieselbe Aufgabe wartet schon in der Warteschlange. Verwirf diese hier.',
  answer_complete: 'Diese Antwort ist vollständig. Lass dir stattdessen eine andere geben.',
  answer_replied: 'Nach dieser Antwort ging das Gespräch weiter. Lass dir dort eine neue geben.',
  approval_expired: 'Das hat zu lange gewartet. Bitte noch einmal darum.',
  approval_spent: 'Darüber ist schon entschieden, oder das Gespräch ging ohne es weiter.',
  authenticator_already_set: 'Es ist schon eine Authenticator-App eingerichtet. Entferne sie zuerst.',
  bad_address: 'Eine Adresse beginnt mit https:// und enthält kein Passwort.',
  bad_answer: 'Das passt nicht zu dem Formular.',
  bad_arguments: 'Diese Angaben passen nicht zu dem Werkzeug.',
  bad_characters: 'Der Text enthält Zeichen, die kein Text enthalten darf.',
  bad_command: 'Dieser Befehl lässt sich nicht starten.',
  bad_entry: 'Ein Eintrag ist nicht so, wie andere Programme ihre Server aufschreiben.',
  bad_environment: 'Eine dieser Umgebungsvariablen lässt sich nicht setzen.',
  bad_header: 'Einer dieser Header lässt sich nicht senden.',
  bad_line: 'Eine Zeile der Datei ist nicht lesbar. Es wurde nichts importiert.',
  bad_pattern: 'Eines der Muster ist nicht richtig.',
  bad_text: 'Der Text muss etwas sagen und darf nicht zu lang sein.',
  bad_wish: 'So lässt sich nichts vergessen. Sag genauer, was gehen soll.',
  busy: 'Im Moment ist zu viel los. Versuch es gleich noch einmal.',
  by_mail: 'Hier wählt man ein neues Passwort per Mail. Niemand muss einen Link weitergeben.',
  chat_deleted: 'Dieser Chat wurde gelöscht. Beginne einen neuen.',
  chat_too_long: 'Der Chat ist dafür zu lang.',
  command_is_everyones: 'Ein Befehl läuft auf diesem Rechner und gehört allen.',
  commands_off: 'Programme werden hier nur gestartet, wenn der Betreiber es erlaubt (HOLDFAST_MCP_COMMANDS).',
  conflict: 'Das passt nicht zu dem, was inzwischen da ist. Lade die Seite neu.',
  connector_exists: 'Das wird hier schon abgeholt.',
  connector_of_a_pack: 'Das gehört zu einer Persona und lässt sich anhalten, aber nicht löschen.',
  database_unavailable: 'Die Datenbank antwortet nicht. Versuch es gleich noch einmal.',
  dead_link: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordere einen neuen an.',
  domain_not_allowed:
    'Mit dieser E-Mail-Domain gibt es hier kein Konto. Frag, wer diese Installation betreibt.',
  email_taken: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich stattdessen an.',
  email_unverified:
    'Bestätige zuerst deine E-Mail-Adresse: Öffne den Link, der dorthin ging, oder fordere einen neuen an.',
  empty_file: 'Die Datei ist leer.',
  empty_query: 'In der Suche steht kein Wort, nach dem sich suchen lässt.',
  encrypted: 'Die Datei ist mit einem Passwort verschlossen. Lade sie ohne eines hoch.',
  fact_retired: 'Diese Fassung wurde ersetzt. Bearbeite die neueste.',
  file_store_unavailable: 'Der Dateispeicher antwortet nicht. Versuch es gleich noch einmal.',
  folder_not_allowed: 'Diesen Ordner hat niemand freigegeben, der den Server betreibt.',
  forbidden: 'Das darfst du hier nicht.',
  fresh_sign_in_required: 'Dafür musst du gerade gezeigt haben, wer du bist. Bestätige es zuerst.',
  export_too_large: 'Die Datei ist ausgepackt zu groß. Bring sie in Teilen.',
  gone: 'Wozu das gehört, wurde gerade eben gelöscht.',
  has_owner: 'Ein Inhaber dieser Organisation kann handeln. Bitte ihn, jemand anderen zum Inhaber zu machen.',
  identity_taken: 'Diese Anmeldung öffnet schon ein anderes Konto.',
  image_too_large: 'Das Bild hat zu viele Pixel.',
  images_too_large: 'Die Bilder sind zusammen zu groß. Sende sie in mehreren Nachrichten.',
  import_running: 'Von dir werden schon Chats geholt. Warte, bis sie da sind.',
  internal_error: 'Bei uns ist etwas schiefgegangen. Einzelheiten stehen im Log des Servers.',
  invalid_email: 'Das ist keine E-Mail-Adresse.',
  invalid_network: 'Ein Netz ist eine Adresse, oder eine mit ihrer Länge, wie 192.0.2.0/24.',
  invalid_expiry: 'Das Ablaufdatum muss in den nächsten zehn Jahren liegen.',
  invalid_grace_days: 'Mitgliedern kann man 0 bis 30 Tage geben.',
  invalid_limits: 'Ein Limit ist eine ganze Zahl oder leer für keines.',
  invalid_max_uses: 'So oft kann eine Einladung nicht benutzt werden. Eine gesendete gilt einmal.',
  invalid_name:
    'Dieser Name geht nicht: Er fehlt, ist zu lang oder enthält Zeichen, die sich nicht zeigen lassen.',
  invalid_period: 'Dieser Zeitraum lässt sich hier nicht zählen.',
  invalid_request: 'Das konnte Holdfast so nicht annehmen.',
  invalid_scopes: 'Ein Schlüssel braucht mindestens ein Recht.',
  invite_required:
    'Für ein Konto brauchst du hier eine gültige Einladung. Frag, wer diese Installation betreibt.',
  language_not_heard:
    'Das lokale Modell versteht nur Englisch. Wer diese Installation betreibt, kann ein anderes einrichten.',
  last_admin: 'Andere benutzen diese Installation noch. Mach zuerst eine dieser Personen zum Admin.',
  last_member: 'Du bist das einzige Mitglied. Lösche die Organisation stattdessen.',
  last_way_in: 'Ohne das könntest du dich nicht mehr anmelden. Verknüpfe zuerst einen anderen Anbieter.',
  left: 'Darauf wartet niemand mehr.',
  link_required:
    'Zu dieser E-Mail-Adresse gibt es ein Konto. Melde dich dort an und verknüpfe dann den Anbieter.',
  loop_exists: 'Dasselbe ist schon offen.',
  mail_budget: 'Für heute sind so viele Mails verschickt, wie erlaubt sind.',
  malformed_request: 'Das konnte der Server nicht lesen.',
  mcp_unavailable:
    'Das verlangt eine Handlung, und hier gibt es kein Werkzeug dafür. Verbinde einen Server, der es kann (Einstellungen, Verbindungen), oder handle selbst und berichte es hier. Fragen und Berichte werden beantwortet.',
  mcp_tool_changed: 'Das Werkzeug hat sich geändert, seit du es gelesen hast. Lies es noch einmal.',
  mcp_unreachable: 'Der Server lässt sich gerade nicht benutzen. Prüfe ihn auf der Seite der Verbindungen.',
  memory_is_changing:
    'In diesem Gedächtnis wird gerade vergessen, importiert oder exportiert. Versuch es danach noch einmal.',
  memory_unavailable: 'Das Gedächtnis antwortet nicht. Versuch es gleich noch einmal.',
  message_not_in_view: 'Diese Nachricht steht in einer anderen Fassung des Chats.',
  message_too_large: ({ tokens, limit }) =>
    limit
      ? `Die Nachricht ist ${number(Number(tokens))} Token lang, und ${number(Number(limit))} passen. Kürze sie oder sende sie in Teilen.`
      : 'Die Anweisungen dieser Persona lassen bei diesem Modell keinen Platz für eine Nachricht. Wähle ein Modell, das mehr liest.',
  missing_permission: ({ role }) =>
    role === 'owner'
      ? 'Das dürfen nur Inhaber der Organisation.'
      : 'Deine Rolle in dieser Organisation erlaubt das nicht.',
  model_cut_off: 'Die Antwort brach vor ihrem Ende ab. Versuch es noch einmal.',
  model_empty:
    'Das Modell gab eine leere Antwort. Versuch es noch einmal oder formuliere die Nachricht anders.',
  model_failed: 'Das Modell konnte nicht antworten. Versuch es noch einmal.',
  model_malformed:
    'Die Antwort des Modells war nicht lesbar. Versuch es noch einmal oder wähle ein anderes Modell.',
  model_not_configured:
    'Dieses Modell ist nicht eingerichtet. Wer diese Installation betreibt, kann eines mit HOLDFAST_MODEL_BASE_URL und HOLDFAST_MODEL_NAME benennen oder mit `holdfast models fetch` das lokale Demo-Modell holen.',
  model_not_found: 'Ein Modell dieses Namens gibt es hier nicht.',
  model_rate_limited:
    'Der Anbieter des Modells bittet um etwas Geduld. Warte einen Moment und versuch es noch einmal.',
  model_rejected:
    'Das Modell hat diese Anfrage abgelehnt. Vielleicht hilft eine kürzere oder anders formulierte Nachricht oder ein anderes Modell.',
  model_server_error: 'Der Anbieter des Modells hat eine Störung. Versuch es gleich noch einmal.',
  model_slow_first_byte:
    'Das Modell hat nicht rechtzeitig zu antworten begonnen. Versuch es noch einmal oder wähle ein anderes Modell.',
  model_spent: 'Was dein Tarif an Arbeit im Hintergrund enthält, ist für heute verbraucht.',
  model_stalled: 'Das Modell verstummte mitten in der Antwort. Versuch es noch einmal.',
  model_unauthorized:
    'Der Anbieter des Modells hat unseren Schlüssel abgelehnt. Wer diese Installation betreibt, sollte Schlüssel und Guthaben prüfen.',
  model_unreachable:
    'Das Modell war nicht erreichbar. Versuch es noch einmal. Bleibt es dabei, sollte, wer diese Installation betreibt, Adresse und Netz prüfen.',
  no_address: 'Dieses Konto hat keine E-Mail-Adresse, ein Passwort würde es also nicht öffnen.',
  no_challenge: 'Es wird gerade nach keinem Passkey gefragt. Beginne noch einmal.',
  no_document_there: 'Unter dieser Adresse liegt kein Dokument.',
  no_feed: 'Unter dieser Adresse liegt kein RSS- oder Atom-Feed.',
  no_folders:
    'Dieser Server holt nichts aus seinen Ordnern. Wer ihn betreibt, kann mit HOLDFAST_CONNECTORS_FOLDERS welche freigeben.',
  no_free_code: 'Es fand sich kein freier Code. Versuch es noch einmal.',
  no_git: 'Auf diesem Server gibt es kein git. Wer ihn betreibt, kann es installieren.',
  no_hearing: 'Hier wird nichts gehört, was gesprochen wird. Schreib es stattdessen.',
  no_mail: 'Diese Installation verschickt keine Mails. Bitte um einen Link, wer sie betreibt.',
  no_model_asked: 'Das wurde ohne Modell beantwortet, es gibt nichts zu wiederholen.',
  no_organization: 'Du bist in keiner Organisation. Gründe eine oder tritt einer bei.',
  no_own_second_factor:
    'Richte zuerst selbst einen zweiten Faktor ein: Was du von anderen verlangst, würde auch dich aussperren.',
  no_passkey: 'Keiner deiner Passkeys lässt sich unter dieser Adresse zeigen.',
  no_passkeys_here:
    'Ein Passkey gehört zu einem Hostnamen. Öffne diese Installation unter einem, über HTTPS oder als localhost.',
  no_picture: 'Von dieser Seite gibt es kein Bild.',
  no_reader: 'Dokumente lassen sich auf diesem Rechner gerade nicht lesen.',
  no_repository: 'In diesem Ordner liegt kein Git-Repository mit einem Commit.',
  no_seats: 'Alle Plätze dieser Organisation sind vergeben. Bitte einen Inhaber um mehr.',
  no_second_factor: 'Dieses Konto hat keinen zweiten Faktor.',
  no_second_step: 'Hier wartet keine Anmeldung (mehr) auf einen zweiten Faktor. Melde dich neu an.',
  no_sitemap: 'Unter dieser Adresse liegt keine Sitemap.',
  no_such_folder: 'Diesen Ordner gibt es auf dem Server nicht.',
  no_voice: 'Hier gibt es keine Stimme, die vorlesen könnte.',
  no_worker: 'Kein Worker arbeitet, deshalb wurde auch keiner gefragt. Starte `holdfast worker`.',
  not_admin: 'Das dürfen nur Admins dieser Installation.',
  not_empty: 'Wer schon Erinnerungen hat, kann keine anderen importieren. Vergiss zuerst alles.',
  not_fetched: 'Das ließ sich nicht abholen: Die Adresse antwortet nicht wie erwartet.',
  not_found: 'Das gibt es nicht oder nicht mehr.',
  not_heard: 'Die Aufnahme war gerade nicht zu verstehen. Versuch es gleich noch einmal.',
  not_of_a_chat: 'Nur was in einem Chat mitgebracht wurde, kann behalten werden; kopiere dieses stattdessen.',
  not_set_up: 'Das ist auf dieser Installation nicht eingerichtet.',
  not_signed_in: 'Melde dich zuerst an.',
  not_spoken: 'Das ließ sich gerade nicht vorlesen. Versuch es gleich noch einmal.',
  not_synced: 'Das ließ sich gerade nicht abholen. Es wird von selbst noch einmal versucht.',
  not_your_chat: 'Dieser Chat gehört jemand anderem.',
  nothing_pasted: 'Füge zwischen einem und dreißig Servern ein.',
  nothing_said: 'In der Aufnahme war nichts zu hören. Prüfe das Mikrofon und sag es noch einmal.',
  nothing_to_say: 'In diesem Text steht kein Wort, das sich sprechen lässt.',
  nothing_to_search: 'Such nach einem Wort mit mindestens zwei Buchstaben.',
  nothing_to_share: 'In diesem Chat wurde noch nichts gesagt. Es gibt nichts zu teilen.',
  nothing_to_verify: 'Es gibt keine Adresse, die auf Bestätigung wartet.',
  oneself: 'Das geht nicht mit dem eigenen Konto.',
  other_message: 'Die mitgeschickte Nachricht ist nicht die, die noch einmal beantwortet würde.',
  outside_unavailable: 'Die Adresse war nicht zu erreichen. Prüfe sie oder versuch es später noch einmal.',
  passkey_taken: 'Dieser Schlüssel ist schon eingerichtet.',
  password_is_email: 'Das Passwort muss sich von der E-Mail-Adresse unterscheiden.',
  password_too_long: 'Dieses Passwort ist zu lang.',
  password_too_short: 'Ein Passwort braucht mindestens 8 Zeichen.',
  placeholder: 'Darin steht ein Platzhalter. Setze ein, wofür er steht.',
  provider_unavailable: 'Der Anmeldedienst antwortet nicht. Versuch es gleich noch einmal.',
  question_spent: 'Das wurde schon beantwortet.',
  quota_exhausted: (told) => exhausted(told),
  recording_too_long: ({ longestSeconds }) =>
    `Eine Aufnahme darf ${number(Number(longestSeconds))} Sekunden dauern. Sende sie in Teilen.`,
  recording_unreadable: 'Die Aufnahme ist beschädigt und nicht lesbar. Nimm sie noch einmal auf.',
  registration_closed: 'Neue Konten gibt es hier nicht. Frag, wer diese Installation betreibt.',
  replay_in_progress: 'Bei dir läuft schon eine Wiederholung. Warte, bis sie fertig ist.',
  research_unavailable: 'Tiefe Recherche ist auf dieser Installation nicht eingerichtet. Sende es ohne.',
  same_email: 'Diese Adresse hat das Konto schon.',
  second_factor_missing: 'Dieses Konto verlangt einen zweiten Faktor.',
  second_factor_required:
    'Deine Organisation verlangt von ihren Mitgliedern einen zweiten Faktor. Richte in deinen Einstellungen einen ein und versuch es dann noch einmal.',
  secret_unreadable: 'Ein gespeichertes Geheimnis lässt sich nicht lesen. Es muss neu eingegeben werden.',
  server_declared: 'Dieser Server steht in der holdfast.toml des Betreibers und wird dort geändert.',
  setup_code_required:
    'Das erste Konto braucht den Code, den `holdfast up` ausgibt. `holdfast admin code` zeigt ihn.',
  sign_in_failed: 'Diese Anmeldung ließ sich nicht prüfen. Beginne sie noch einmal.',
  sign_in_unsupported: 'Bei diesem Server gibt es nichts anzumelden: Er ist ein Programm dieses Rechners.',
  sole_owner:
    'Die Organisation hätte dann keinen Inhaber. Mach zuerst jemand anderen zum Inhaber oder lösche sie.',
  sse_not_supported:
    'Die ältere Art (SSE) wird hier nicht gesprochen. Suche die Adresse für Streamable HTTP.',
  stale_version:
    'Jemand hat diese Einstellungen inzwischen geändert. Sieh dir die neueste Fassung an und ändere die.',
  suspended: 'Dieses Konto ist gesperrt. Frag, wer diese Installation betreibt.',
  suspended_member: 'Dieses Mitglied ist gesperrt. Wähle ein anderes oder lass es zuerst wieder herein.',
  temporary_chat: 'Ein temporärer Chat bleibt einer. Beginne einen anderen, an den ich mich erinnern soll.',
  text_too_long: 'Der Text ist zu lang.',
  too_large: 'Das ist zu groß.',
  too_many_at_once:
    'Das ist sehr viel auf einmal. Warte, bis etwas davon fertig ist, und versuch es gleich noch einmal.',
  too_many_connectors: 'Es gibt hier schon so viele Quellen, wie es geben kann. Lösche zuerst eine.',
  too_many_folders: 'Du hast so viele Ordner, wie es geben kann. Gib zuerst einen auf.',
  too_many_images: ({ limit }) =>
    `Eine Nachricht darf ${plural(Number(limit), { one: '# Bild', other: '# Bilder' })} mitbringen. Sende sie in mehreren.`,
  too_many_invites: 'Es gibt schon zu viele offene Einladungen. Zieh zuerst eine zurück.',
  too_many_items: 'Das sind zu viele Dokumente. Wähle einen kleineren Teil davon oder mehrere.',
  too_many_keys: 'Es gibt schon zu viele Schlüssel. Sperre zuerst einen.',
  too_many_parts: 'Das Archiv enthält mehr Dateien als ein Dokument.',
  too_many_passkeys: 'Es gibt schon zu viele Passkeys. Entferne zuerst einen.',
  too_many_requests: 'Das waren zu viele Versuche.',
  too_many_programs: 'Es sind schon fünfzig Programme verbunden. Beende zuerst eines.',
  too_many_servers: 'Es gibt schon dreißig Server. Entferne zuerst einen.',
  too_often: 'Server von anderen werden höchstens alle 15 Minuten gefragt.',
  too_slow: 'Die Daten kamen zu langsam an. Sende sie noch einmal, ohne Pausen.',
  tool_changed: 'Das Werkzeug ist nicht mehr das, wonach gefragt wurde. Bitte noch einmal darum.',
  trace_not_ready: 'Diese Antwort wird noch geschrieben. Ihre Aufzeichnung kommt mit ihrem Ende.',
  turn_forgotten: 'Worum es hier ging, wurde vergessen.',
  turn_in_progress:
    'Die letzte Antwort in diesem Chat wird noch geschrieben. Warte auf sie oder halte sie an.',
  unavailable: 'Der Server startet gerade neu. Sende es gleich noch einmal.',
  unknown_approval: 'Hier wartet nichts mehr auf deine Entscheidung.',
  unknown_audio: 'Diese Aufnahme gibt es nicht oder nicht mehr.',
  unknown_calendar: 'Diesen Kalender gibt es nicht.',
  unknown_chat: 'Diesen Chat gibt es nicht.',
  unknown_connector: 'Diese Quelle gibt es nicht oder nicht mehr.',
  unknown_dead_letter: 'Diese liegengebliebene Aufgabe gibt es nicht (mehr).',
  unknown_fact: 'Das weiß ich nicht (mehr).',
  unknown_file: 'Eine der angehängten Dateien gibt es nicht. Lade sie noch einmal hoch.',
  unknown_folder: 'Du hast keinen Ordner mit diesem Namen.',
  unknown_import: 'Diesen Import gibt es nicht.',
  unknown_invite: 'Diese Einladung gilt nicht (mehr). Bitte um eine neue.',
  unknown_loop: 'Das gibt es unter dem Offenen nicht.',
  unknown_member: 'Dieses Mitglied gibt es in dieser Organisation nicht.',
  unknown_message: 'Diese Nachricht gibt es nicht. Vielleicht wurde sie gelöscht oder vergessen.',
  unknown_organization: 'Diese Organisation gibt es nicht.',
  unknown_pack: 'Keine Persona bringt das noch mit.',
  unknown_page: 'Diese Seite gibt es nicht, oder sie wurde noch nicht gelesen.',
  unknown_persona: 'Diese Persona gibt es nicht.',
  kernel_too_long: 'Die Anweisungen dieser Persona sind zu lang für ihr Modell. Kürze sie.',
  kernel_unreadable: 'Die Anweisungen sind leer oder enthalten Zeichen, die kein Text sind.',
  not_your_persona: 'Nur wer diese Persona gemacht hat, kann sie der Organisation wieder nehmen.',
  persona_changed: 'Jemand hat diese Persona inzwischen geändert. Sieh dir erst die neueste Fassung an.',
  persona_invalid: 'Was bei dieser Persona eingestellt ist, passt nicht zusammen.',
  persona_not_sketched:
    'Das Modell hat nichts geschrieben, was eine Persona sein könnte. Versuch es noch einmal, oder schreib sie selbst.',
  no_model_to_sketch:
    'Das Vorführmodell kann keine Persona schreiben. Verbinde ein richtiges Modell, oder schreib sie selbst.',
  persona_not_editable:
    'Mit dieser Persona kannst du sprechen, ändern kannst du sie nicht. Dupliziere sie, wenn du sie lesen darfst.',
  persona_not_readable: 'Was dieser Persona gesagt ist, sehen nur die, die sie ändern dürfen.',
  persona_pack_invalid: 'In dieser Zip-Datei liegt keine Persona, die sich einlesen lässt.',
  unknown_persona_version: 'Diese Fassung der Persona gibt es nicht.',
  unknown_profile: 'Dieses Profil hat die Persona nicht.',
  unknown_question: 'Auf eine Antwort darauf wartet niemand mehr.',
  unknown_receipt: 'Diesen Beleg gibt es nicht.',
  unknown_recording: 'Zu dieser Nachricht ist keine Aufnahme aufbewahrt.',
  unknown_program: 'Dieses Programm ist nicht verbunden.',
  unknown_server: 'Diesen Server gibt es nicht.',
  unknown_target: 'Dorthin kann kein Dokument.',
  unknown_time_zone: 'Eine Zeitzone dieses Namens gibt es nicht.',
  unknown_tool: 'Dieser Server hat kein solches Werkzeug.',
  unknown_trust: 'Diesem Werkzeug vertraust du schon nicht mehr.',
  unknown_turn: 'Zu dieser Antwort gibt es keine Aufzeichnung.',
  unknown_version: 'Diese Fassung gibt es nicht.',
  unreadable_export:
    'Das ist keine Datei mit Chats, die hier bekannt ist: Bring die von ChatGPT, Claude, Open WebUI oder mem0.',
  unreadable_file: 'Die Datei ließ sich nicht lesen.',
  unsupported_media:
    'Diese Art von Datei geht hier nicht. Anhängen kannst du Bilder, PDF, Word (.docx) und Text.',
  version_not_read: 'Eine der beiden Fassungen wurde nicht gelesen und lässt sich nicht vergleichen.',
  wrong_code:
    'Das ist nicht der Code, den die App jetzt zeigt. Warte auf den nächsten und versuch es noch einmal.',
  wrong_credentials: 'E-Mail-Adresse oder Passwort ist falsch.',
  wrong_passkey: 'Der Browser hat keinen Schlüssel erstellt, der hier gilt. Beginne noch einmal.',
  wrong_password: 'Das Passwort ist falsch.',
  wrong_second_factor: 'Dieser Code oder Schlüssel stimmt nicht oder wurde schon benutzt.',
} satisfies Refusals

export const left: LeftOf = ({ feature, used, limit, resetsAt }) =>
  feature === 'storage_bytes'
    ? null
    : `Noch ${number(limit - used)} von ${number(limit)} ${nounOf(feature, limit)}.${back(resetsAt)}`

const NOUNS: Record<string, (count: number) => string> = {
  chats_per_day: (count) => plural(count, { one: 'Nachricht für heute', other: 'Nachrichten für heute' }),
  voice_minutes_per_month: (count) =>
    plural(count, { one: 'Sprachminute in diesem Monat', other: 'Sprachminuten in diesem Monat' }),
  api_requests_per_minute: (count) =>
    plural(count, { one: 'API-Anfrage in dieser Minute', other: 'API-Anfragen in dieser Minute' }),
  seats: (count) => plural(count, { one: 'Platz', other: 'Plätze' }),
  memory_characters_per_day: () => 'Zeichen fürs Gedächtnis heute',
  background_calls_per_day: (count) =>
    plural(count, {
      one: 'Frage an ein Modell im Hintergrund heute',
      other: 'Fragen an ein Modell im Hintergrund heute',
    }),
}

function nounOf(feature: string, count: number): string {
  return NOUNS[feature]?.(count) ?? plural(count, { one: 'Stück', other: 'Stück' })
}

function exhausted(told: Record<string, unknown>): string {
  const limit = Number(told.limit)
  const more = told.wouldHelp ? ` Der Tarif „${told.wouldHelp}“ hat mehr davon.` : ''
  if (told.feature === 'storage_bytes')
    return `Dein Speicher für Dateien ist voll. Lösche zuerst etwas.${more}`
  const what = nounOf(String(told.feature), limit)
  if (limit === 0) return `Dein Tarif enthält keine ${what}.${more}`
  return `Verbraucht: ${number(limit)} ${what}.${back(told.resetsAt)}${more}`
}

function back(resetsAt: unknown): string {
  return typeof resetsAt === 'string' ? ` Neue gibt es ab ${moment(resetsAt)}.` : ''
}
