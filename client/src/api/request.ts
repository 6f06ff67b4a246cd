/**
 * Requests by the server's own names. An address is written as its document spells it (`/api/chats/{chat_id}`), and what
 * it takes and gives follows from that: `generated.ts` is written from the document, so that no address, field or answer
 * is told a second time here.
 */
import type { paths } from './generated'
import { type Address, type CallOptions, call, callWatched } from './http'

type Path = keyof paths
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The addresses that take this method. */
type Takes<M extends Method> = {
  [P in Path]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never
}[Path]
type Operation<P extends Path, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never

/** What has to be there has to be given; what the document does not know cannot be. */
type Field<Name extends string, Value> = [Value] extends [never]
  ? { [K in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }
type In<O, Where extends 'path' | 'query'> = O extends { parameters: { [K in Where]?: infer V } }
  ? NonNullable<V>
  : never
type Body<O> = O extends { requestBody?: infer R } ? Sent<NonNullable<R>> : never
type Sent<R> = R extends { content: infer C }
  ? C extends { 'application/json': infer B }
    ? B
    : C extends { 'application/x-ndjson': unknown }
      ? Blob
      : FormData
  : never
type Filled<O> = Field<'path', In<O, 'path'>> & Field<'query', In<O, 'query'>>
type Given<O> = Filled<O> & Field<'body', Body<O>> & Omit<CallOptions, 'body' | 'method'>
type Rest<T> = Partial<T> extends T ? [given?: T] : [given: T]

type Answered<R> = { [S in keyof R & (200 | 201 | 202 | 204)]: R[S] }
type Content<R> = R extends { content: { 'application/json': infer J } } ? J : undefined
/** What a request comes to; undefined where the server may answer with nothing. */
export type Answer<P extends Path, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? Content<Answered<R>[keyof Answered<R>]> : never

interface Values {
  path?: object
  query?: object
}

function fill(path: string, { path: named = {}, query = {} }: Values): Address {
  const values = new Map(Object.entries(named))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const told = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  const search = new URLSearchParams(told.map(([name, value]) => [name, String(value)])).toString()
  return (search ? `${filled}?${search}` : filled) as Address
}

/** Where something is read: for links, for images, and as the name of an answer that is kept. */
export function address<P extends Takes<'get'>>(
  path: P,
  ...[values]: Rest<Filled<Operation<P, 'get'>>>
): Address {
  return fill(path, (values ?? {}) as Values)
}

/** The answer as it comes, for whoever reads a stream or a status. */
export function open<M extends Method, P extends Takes<M>>(
  method: M,
  path: P,
  given: Given<Operation<P, M>>,
): Promise<Response> {
  const { path: named, query, body, headers, ...options }: Values & { body?: unknown } & CallOptions = given
  const isJson = body !== undefined && !(body instanceof FormData || body instanceof Blob)
  return call(fill(path, { path: named, query }), {
    ...options,
    method: method.toUpperCase(),
    headers: {
      accept: 'application/json',
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
  })
}

/** `post`, told how much of it is sent. */
export function postWatched<P extends Takes<'post'>>(
  path: P,
  given: Given<Operation<P, 'post'>> & { body: FormData },
  onShare: (share: number) => void,
): Promise<Answer<P, 'post'>> {
  const { path: named, query, body, signal }: Values & { body: FormData } & CallOptions = given
  return callWatched(fill(path, { path: named, query }), body, onShare, signal ?? undefined) as Promise<
    Answer<P, 'post'>
  >
}

function asking<M extends Method>(method: M) {
  return async <P extends Takes<M>>(
    path: P,
    ...[given]: Rest<Given<Operation<P, M>>>
  ): Promise<Answer<P, M>> => {
    const response = await open(method, path, (given ?? {}) as Given<Operation<P, M>>)
    const text = response.status === 204 ? '' : await response.text()
    return (text ? JSON.parse(text) : undefined) as Answer<P, M>
  }
}

export const get = asking('get')
export const post = asking('post')
export const put = asking('put')
export const patch = asking('patch')
export const remove = asking('delete')
