import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Writes `<file>.gz` and `<file>.br` at the highest levels: done once at build time, so that no request pays for it.
 * @param {string} file
 * @returns {Promise<{ plain: number, gzip: number, brotli: number }>} sizes in bytes
 */
export async function precompress(file) {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [gz, br] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params }),
  ])
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
  return { plain: content.length, gzip: gz.length, brotli: br.length }
}
