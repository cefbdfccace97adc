import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { concatBytes } from '../../contract/bytes'

/** Where the files of a log are read from. */
export interface LogSource {
  /** For people. */
  name: string
  /**
   * @param path below the log, such as `tile/0/000`
   * @param maxBytes greater ones are refused
   * @returns null when it is not there
   * @throws AuditError when nobody can tell
   */
  read(path: string, maxBytes: number): Promise<Uint8Array | null>
}

const TIMEOUT_MS = 30_000

/** A log, or what a witness keeps of one, at an address. */
export const createHttpSource = (address: URL): LogSource => ({
  name: address.href,
  read: (path, maxBytes) => readUrl(`${address.href.replace(/\/$/u, '')}/${path}`, maxBytes),
})

async function readUrl(url: string, maxBytes: number): Promise<Uint8Array | null> {
  try {
    return await readOnce(url, maxBytes).catch((error: unknown) => {
      // A server may close a line just as the next question takes it: that says nothing, and asking again does.
      if (error instanceof AuditError || reasonOf(error) !== 'ECONNRESET') throw error
      return readOnce(url, maxBytes)
    })
  } catch (error) {
    if (error instanceof AuditError) throw error
    throw new AuditError(`${url} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}

async function readOnce(url: string, maxBytes: number): Promise<Uint8Array | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const isThere = response.status !== 404 && response.status !== 410
  if (isThere && response.ok) return readBody(url, response.body, maxBytes)
  await response.body?.cancel()
  if (isThere) throw new AuditError(`${url} answered ${response.status}.`)
  return null
}

async function readBody(url: string, body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) throw new AuditError(`${url} is greater than ${maxBytes} bytes: it is no part of a log.`)
    parts.push(part)
  }
  return concatBytes(...parts)
}

/** A copy of a log in files. */
export const createFolderSource = (folder: string): LogSource => ({
  name: folder,
  async read(path, maxBytes) {
    const file = join(folder, ...path.split('/'))
    try {
      if ((await stat(file)).size > maxBytes) throw new AuditError(`${file} is greater than ${maxBytes} bytes.`)
      return new Uint8Array(await readFile(file))
    } catch (error) {
      if (error instanceof AuditError) throw error
      if (isMissing(error)) return null
      throw new AuditError(`${file} cannot be read: ${reasonOf(error)}.`, { cause: error })
    }
  },
})

/** The same, of which a copy is kept. */
export const savingSource = (source: LogSource, folder: string): LogSource => ({
  name: source.name,
  async read(path, maxBytes) {
    const content = await source.read(path, maxBytes)
    const file = join(folder, ...path.split('/'))
    try {
      if (content) await mkdir(dirname(file), { recursive: true }).then(() => writeFile(file, content))
    } catch (error) {
      throw new AuditError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error })
    }
    return content
  },
})

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

/** Of a failed request the cause says more than the error. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`
  return codeOf(cause) || (cause instanceof Error && cause.message) || String(cause)
}

/** The log could not be audited, whatever is in it. The message says why, in one line. */
export class AuditError extends Error {}
