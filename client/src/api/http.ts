/**
 * The one way out of the browser. Every request of the app passes here, so that a refusal always arrives
 * as the same kind of value and an ended session is noticed wherever it shows.
 */

interface ErrorBody {
  code?: string
  message?: string
  category?: string
  /** Whose matter it is: low, the asker's; medium, nobody's fault; high, a part is away; critical, the server's own. */
  severity?: 'low' | 'medium' | 'high' | 'critical'
  retryable?: boolean
  details?: unknown
}

/** The server answered, and the answer was no. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** When asking again may help, as a moment; null when the server did not say. */
    readonly retryAt: Date | null,
  ) {
    super(body.message ?? String(status))
  }
  get code(): string {
    return this.body.code ?? 'unknown'
  }
}

/** No answer came at all: the server is down, or we are offline. The request may or may not have arrived. */
export class NotReached extends Error {
  override name = 'NotReached'
  constructor() {
    super('Holdfast could not be reached.')
  }
}

/** An answer had begun and broke off. It goes on at the server and can be rejoined. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  constructor() {
    super('The connection was lost.')
  }
}

let onSignedOut: () => void = () => {}

/** The app says once what to do when a session has ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

export function readRetryAfter(value: string | null, now: Date = new Date()): Date | null {
  if (!value) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return new Date(now.getTime() + Math.max(0, seconds) * 1000)
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => null)
  const error: ErrorBody =
    body && typeof body === 'object' && 'error' in body ? (body.error as ErrorBody) : {}
  return new ApiError(response.status, error ?? {}, readRetryAfter(response.headers.get('retry-after')))
}

declare const filled: unique symbol
/** One of the server's addresses, with its values filled in. Only `request.ts` makes them, of names that it knows. */
export type Address = string & { readonly [filled]: true }

export interface CallOptions extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>
  /** On the sign-in page a 401 means "wrong password", not "session ended". */
  expects401?: boolean
}

/** A form whose sending is told as it goes, which `fetch` cannot do. Refusal and silence are thrown as by `call`. */
export function callWatched(
  at: Address,
  body: FormData,
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Promise<unknown> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new NotReached())
    request.onabort = () => reject(signal?.reason ?? new NotReached())
    request.onload = () => {
      if (request.status === 401) onSignedOut()
      if (request.status >= 200 && request.status < 300) return resolve(JSON.parse(request.responseText))
      const retry = request.getResponseHeader('retry-after')
      const headers = new Headers(retry ? { 'retry-after': retry } : undefined)
      const { status, responseText } = request
      void toApiError(new Response(responseText, { status, headers })).then(reject)
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', at)
    request.setRequestHeader('accept', 'application/json')
    request.send(body)
  })
}

/** `fetch`, but a refusal throws `ApiError` and silence throws `NotReached`. */
export async function call(at: Address, options: CallOptions = {}): Promise<Response> {
  const { expects401, ...init } = options
  let response: Response
  try {
    response = await fetch(at, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new NotReached()
  }
  if (response.ok) return response
  if (response.status === 401 && !expects401) onSignedOut()
  throw await toApiError(response)
}
