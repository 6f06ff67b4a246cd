/**
 * Stands in for `zod` and `zod/v4` (see vite.config.ts): 96 kB, 26 on the wire, with which the AI SDK describes its own
 * wire and the tools of models, and checks both where it is asked to. Our transport reads the wire itself and hands over
 * no schema, so nothing here is ever asked; it only has to stand still while the SDK's modules are loaded.
 */
type Anything = (() => Anything) & { readonly [name: string]: Anything }

export const z: Anything = new Proxy((() => z) as Anything, {
  // What has a `then` would be waited for, and never be there.
  get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : z),
})

export const toJSONSchema = z
export function safeParseAsync(): never {
  throw new Error('zod is left out')
}
