import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { concatBytes } from '../../contract/bytes'

export interface LogSource {
  /** Display name. */
  name: string
  /**
   * @param path below the log, such as `tile/0/000`
   * @param maxBytes limit
   * @returns null if the file does not exist
   * @throws AuditError if it cannot be read
   */
  read(path: string, maxBytes: number): Promise<Uint8Array | null>
}

const TIMEOUT_MS = 30_000

/** A log, or a witness's copy of it, at a URL. */
export const createHttpSource = (address: URL): LogSource => ({
  name: address.href,
  read: (path, maxBytes) => readUrl(`${address.href.replace(/\/$/u, '')}/${path}`, maxBytes),
})

async function readUrl(url: string, maxBytes: number): Promise<Uint8Array | null> {
  try {
    return await readOnce(url, maxBytes).catch((error: unknown) => {
      // A server may close a kept-alive connection just as it is reused: retry once.
      if (error instanceof AuditError || reasonOf(error) !== 'ECONNRESET') throw error
      return readOnce(url, maxBytes)
    })
  } catch (error) {
    if (error instanceof AuditError) throw error
    throw new AuditError(`Could not read ${url}: ${reasonOf(error)}.`, { cause: error })
  }
}

async function readOnce(url: string, maxBytes: number): Promise<Uint8Array | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const isThere = response.status !== 404 && response.status !== 410
  if (isThere && response.ok) return readBody(url, response.body, maxBytes)
  await response.body?.cancel()
  if (isThere) throw new AuditError(`${url} returned status ${response.status}.`)
  return null
}

async function readBody(url: string, body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) throw new AuditError(`${url} is larger than ${maxBytes} bytes, so it is not part of a log.`)
    parts.push(part)
  }
  return concatBytes(...parts)
}

export const createFolderSource = (folder: string): LogSource => ({
  name: folder,
  async read(path, maxBytes) {
    const file = join(folder, ...path.split('/'))
    try {
      if ((await stat(file)).size > maxBytes) throw new AuditError(`${file} is larger than ${maxBytes} bytes.`)
      return new Uint8Array(await readFile(file))
    } catch (error) {
      if (error instanceof AuditError) throw error
      if (isMissing(error)) return null
      throw new AuditError(`Could not read ${file}: ${reasonOf(error)}.`, { cause: error })
    }
  },
})

/** Saves a copy of everything it reads. */
export const savingSource = (source: LogSource, folder: string): LogSource => ({
  name: source.name,
  async read(path, maxBytes) {
    const content = await source.read(path, maxBytes)
    const file = join(folder, ...path.split('/'))
    try {
      if (content) await mkdir(dirname(file), { recursive: true }).then(() => writeFile(file, content))
    } catch (error) {
      throw new AuditError(`Could not write ${file}: ${reasonOf(error)}.`, { cause: error })
    }
    return content
  },
})

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

/** The cause of a failed request has the useful code. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`
  return codeOf(cause) || (cause instanceof Error && cause.message) || String(cause)
}

/** The audit could not run; this does not mean that the log is wrong. The message is one line. */
export class AuditError extends Error {}
