/**
 * Stands in for `zod/v3` (see vite.config.ts): 49 kB that the AI SDK brings along to describe tools written with the
 * older Zod to a model. No tool is described in a browser of ours.
 */
export const ZodFirstPartyTypeKind = {}
