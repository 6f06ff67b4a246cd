// @vitest-environment node
import { readFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'

test('the generated types are those of openapi.json (if not: npm run generate)', async () => {
  const fresh = astToString(await openapiTS(new URL('../../openapi.json', import.meta.url)))
  expect(readFileSync(new URL('./generated.ts', import.meta.url), 'utf-8')).toBe(fresh)
})
