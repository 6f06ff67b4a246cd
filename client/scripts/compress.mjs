// After building: beside each text of dist/ what it comes to when compressed, for the server to send as it lies there.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url)
const TEXTS = /\.(js|css|html|svg|json|webmanifest|txt)$/
/** Below that, the headers weigh more than what is saved. */
const LEAST_BYTES = 1000

const forms = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text) => promisify(gzip)(text, { level: 9 }),
}

const files = readdirSync(DIST, { recursive: true })
  .map((name) => join(decodeURIComponent(DIST.pathname), name))
  .filter((file) => TEXTS.test(file) && statSync(file).size >= LEAST_BYTES)

const sizes = { raw: 0, br: 0, gz: 0 }
for (const file of files) {
  const text = readFileSync(file)
  sizes.raw += text.length
  for (const [form, compress] of Object.entries(forms)) {
    const smaller = await compress(text)
    if (smaller.length < text.length) writeFileSync(`${file}.${form}`, smaller)
    sizes[form] += Math.min(smaller.length, text.length)
  }
}
const kB = (bytes) => `${Math.round(bytes / 1000)} kB`
process.stdout.write(`${files.length} texts: ${kB(sizes.raw)}, gzip ${kB(sizes.gz)}, br ${kB(sizes.br)}\n`)
