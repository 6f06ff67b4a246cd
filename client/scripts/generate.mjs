// Writes src/api/generated.ts from the server's OpenAPI document, when one was saved beside the client:
//   curl -s http://127.0.0.1:8000/openapi.json > client/openapi.json && npm run generate
import { existsSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const source = new URL('../openapi.json', import.meta.url)
const target = new URL('../src/api/generated.ts', import.meta.url)

if (!existsSync(source)) {
  process.stdout.write("No client/openapi.json here. Save the running server's /openapi.json to it first.\n")
  process.exit(1)
}
writeFileSync(target, astToString(await openapiTS(source)))
process.stdout.write('Wrote src/api/generated.ts\n')
