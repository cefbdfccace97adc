import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { contentType, holdsAddresses, isCompressible } from './content-types'

const COMPRESS_FROM_BYTES = 1_000
/** Quick enough to do on the first request, and within a few per cent of the slow levels. */
const BROTLI_QUALITY = 5

/** A file as it leaves the server. */
export interface ServedFile {
  type: string
  body: Buffer
  /** Null where compression would not help. */
  brotli: Buffer | null
  /** Strong validator of `body`, without quotes. */
  digest: string
}

/**
 * Reads files once and again when they change on disk.
 * @param transformText what every document with addresses in it goes through before it is served
 */
export function createFileCache(transformText: (text: string) => string): (file: string) => Promise<ServedFile> {
  const known = new Map<string, { version: string; served: Promise<ServedFile> }>()
  return async (file) => {
    const info = await stat(file)
    const version = `${info.mtimeMs} ${info.size} ${info.ino}`
    const found = known.get(file)
    if (found?.version === version) return found.served
    const served = read(file, transformText)
    known.set(file, { version, served })
    served.catch(() => known.delete(file))
    return served
  }
}

async function read(file: string, transformText: (text: string) => string): Promise<ServedFile> {
  const type = contentType(file)
  const raw = await readFile(file)
  const body = holdsAddresses(type) ? Buffer.from(transformText(raw.toString('utf8'))) : raw
  const compressible = isCompressible(type) && body.length >= COMPRESS_FROM_BYTES
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return {
    type,
    body,
    brotli: compressible ? await promisify(brotliCompress)(body, { params }) : null,
    digest: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  }
}
