// Writes src/api/generated.ts from openapi.json: the shapes that src/api/types.ts names, as the server documents them.
// tests/architecture/test_client_shapes.py holds openapi.json to what the server says, and tells how to renew it.
import { writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const source = new URL('../openapi.json', import.meta.url)
const target = new URL('../src/api/generated.ts', import.meta.url)

writeFileSync(target, astToString(await openapiTS(source)))
process.stdout.write('Wrote src/api/generated.ts\n')
