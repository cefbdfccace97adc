import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseUrl } from '../../contract/parse-url'
import { decodeHtml, isBinary } from './decode-html'

/** A page to be inspected, as its author wrote it. */
export interface Source {
  /** As it was named on the command line, or found below a folder named there. */
  name: string
  text: string
  /** Of its address; null for a file. */
  path: string | null
}

/** Why something cannot be inspected, in words that follow its name: `does not exist`. */
export class UnreadableError extends Error {}

export const SOURCE_MAX_MEGABYTES = 20
const SOURCE_MAX_BYTES = SOURCE_MAX_MEGABYTES * 1024 * 1024
const tooLarge = (): UnreadableError => new UnreadableError(`is larger than ${SOURCE_MAX_MEGABYTES} MB`)

export interface SourcePlace {
  name: string
  /** @throws {UnreadableError} */
  read(): Promise<Source>
}

/**
 * What the arguments mean, each once and in their order: addresses, files, and folders for all pages in them.
 * @param cwd folder that relative paths begin at
 */
export async function findSources(named: readonly string[], cwd: string): Promise<SourcePlace[]> {
  const places = new Map<string, SourcePlace>()
  const add = (key: string, place: SourcePlace): void => {
    if (!places.has(key)) places.set(key, place)
  }
  for (const name of named) {
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) add(name, addressPlace(name))
    else if (await isFolder(resolve(cwd, name))) await addFolder(name, cwd, add)
    else add(resolve(cwd, name), filePlace(name, resolve(cwd, name)))
  }
  return [...places.values()]
}

const filePlace = (name: string, file: string): SourcePlace => ({ name, read: () => readFileSource(name, file) })

function addressPlace(name: string): SourcePlace {
  const url = parseUrl(name)
  if (!url) return unreadable(name, 'is no address')
  if (!/^https?:$/.test(url.protocol)) return unreadable(name, 'is neither http nor https')
  if (url.username || url.password) {
    url.username = url.password = ''
    return unreadable(url.href, 'was given with a name or password, which are not sent')
  }
  return { name, read: () => readUrlSource(name) }
}

const unreadable = (name: string, why: unknown): SourcePlace => ({
  name,
  read: () => Promise.reject(typeof why === 'string' ? new UnreadableError(why) : why),
})

/** In the order of their names; what tools keep in a folder (`node_modules`, `.git`) is nobody's page. */
async function addFolder(
  name: string,
  cwd: string,
  add: (key: string, place: SourcePlace) => void,
  isTop = true,
): Promise<boolean> {
  const entries = await readdir(resolve(cwd, name), { withFileTypes: true }).catch((error: unknown) => {
    add(resolve(cwd, name), unreadable(name, fileProblem(error)))
    return null
  })
  if (!entries) return true
  let any = false
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(name, entry.name)
    if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
      any = (await addFolder(path, cwd, add, false)) || any
    else if (/\.html?$/i.test(entry.name) && !entry.isDirectory()) {
      any = true
      add(resolve(cwd, path), filePlace(path, resolve(cwd, path)))
    }
  }
  if (isTop && !any) add(resolve(cwd, name), unreadable(name, 'holds no .html or .htm file'))
  return any
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  )

/**
 * Reads a file, and nothing that it names.
 * @param name what it is called in the report
 * @throws {UnreadableError}
 */
async function readFileSource(name: string, file: string): Promise<Source> {
  const bytes = await readBytes(file)
  if (isBinary(bytes)) throw new UnreadableError('is not a text file')
  return { name, text: decodeHtml(bytes, null), path: null }
}

/** @throws {UnreadableError} */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const info = await stat(file)
    // A pipe or a device may never end.
    if (!info.isFile()) throw new UnreadableError('is not a file')
    if (info.size > SOURCE_MAX_BYTES) throw tooLarge()
    return await readFile(file)
  } catch (error) {
    throw fileProblem(error)
  }
}

const TIME_LIMIT_SECONDS = 20

/**
 * Fetches one page, and nothing that it names.
 * @param name its address as it was typed, and what it is called in the report
 * @throws {UnreadableError}
 */
export async function readUrlSource(name: string, timeLimitMs = TIME_LIMIT_SECONDS * 1000): Promise<Source> {
  try {
    const answer = await fetch(name, {
      headers: {
        accept: 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.5',
        'user-agent': 'membership-inspect',
      },
      signal: AbortSignal.timeout(timeLimitMs),
    })
    if (!answer.ok) throw new UnreadableError(`answered ${answer.status}`)
    const type = answer.headers.get('content-type') ?? 'text/html'
    if (!/^(text\/|application\/xhtml\+xml)/i.test(type)) throw new UnreadableError(`is no page (${type})`)
    const bytes = await readBody(answer)
    if (isBinary(bytes)) throw new UnreadableError('is not text')
    const said = /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? null
    // Where a redirect has led to.
    return { name, text: decodeHtml(bytes, said), path: new URL(answer.url).pathname }
  } catch (error) {
    throw networkProblem(error, timeLimitMs)
  }
}

async function readBody(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > SOURCE_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function networkProblem(error: unknown, timeLimitMs: number): unknown {
  if (error instanceof UnreadableError || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return new UnreadableError(`did not answer within ${timeLimitMs / 1000} seconds`)
  const { cause } = error
  const why = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message
  return new UnreadableError(`cannot be fetched (${why})`)
}

const sentences: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has a name that is too long',
}

/** What the file system refused, in words; anything else stays as it is. */
export function fileProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return new UnreadableError(sentences[String(error.code)] ?? `cannot be read (${String(error.code)})`)
}
