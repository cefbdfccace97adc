import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseUrl } from '../../contract/parse-url'
import type { Source } from '../../widget/inspector/rules/source/source-page'
import { decodeHtml, isBinary } from './decode-html'

/** The message follows the file's name: `does not exist`. */
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
 * Resolves arguments in order and without duplicates: URLs, files, and all pages of folders.
 * @param cwd base of relative paths
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
  if (!url) return unreadable(name, 'is not a valid URL')
  if (!/^https?:$/.test(url.protocol)) return unreadable(name, 'is neither http nor https')
  if (url.username || url.password) {
    url.username = url.password = ''
    return unreadable(url.href, 'contains a user name or password, which are not sent')
  }
  return { name, read: () => readUrlSource(name) }
}

const unreadable = (name: string, why: unknown): SourcePlace => ({
  name,
  read: () => Promise.reject(typeof why === 'string' ? new UnreadableError(why) : why),
})

/** Sorted by name; `node_modules` and dot folders are skipped. */
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
  if (isTop && !any) add(resolve(cwd, name), unreadable(name, 'contains no .html or .htm file'))
  return any
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  )

/**
 * @param name shown in the report
 * @throws {UnreadableError}
 */
async function readFileSource(name: string, file: string): Promise<Source> {
  const bytes = await readBytes(file)
  if (isBinary(bytes)) throw new UnreadableError('is not a text file')
  return { name, text: decodeHtml(bytes, null), location: null }
}

/** @throws {UnreadableError} */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const info = await stat(file)
    // A pipe or device may never end.
    if (!info.isFile()) throw new UnreadableError('is not a file')
    if (info.size > SOURCE_MAX_BYTES) throw tooLarge()
    return await readFile(file)
  } catch (error) {
    throw fileProblem(error)
  }
}

const TIME_LIMIT_SECONDS = 20

interface UrlOptions {
  timeLimitMs?: number
  /** Whether a redirect may be followed. Default: any. */
  mayFollow?: (from: URL, to: URL) => boolean
  /** Default: a page. */
  kind?: 'page' | 'script'
}

const kinds = {
  page: {
    accept: 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.5',
    type: /^(text\/|application\/xhtml\+xml)/i,
  },
  script: {
    accept: 'text/javascript, application/javascript',
    type: /^(text|application)\/([a-z-]+\+)?(javascript|ecmascript|plain)/i,
  },
}

/**
 * Fetches one page or script and nothing that it refers to.
 * @param name the URL, also shown in the report
 * @throws {UnreadableError}
 */
export async function readUrlSource(
  name: string,
  { timeLimitMs = TIME_LIMIT_SECONDS * 1000, mayFollow = () => true, kind = 'page' }: UrlOptions = {},
): Promise<Source> {
  const { accept, type: expected } = kinds[kind]
  try {
    const headers = { accept, 'user-agent': 'membership-inspect' }
    const { answer, location } = await follow(new URL(name), mayFollow, {
      headers,
      signal: AbortSignal.timeout(timeLimitMs),
    })
    if (!answer.ok) throw new UnreadableError(`returned status ${answer.status}`)
    const type = answer.headers.get('content-type') ?? (kind === 'page' ? 'text/html' : 'text/javascript')
    if (!expected.test(type)) throw new UnreadableError(`is not a ${kind} (${type})`)
    const bytes = await readBody(answer)
    if (isBinary(bytes)) throw new UnreadableError('is not text')
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? null
    return { name, text: decodeHtml(bytes, charset), location }
  } catch (error) {
    throw networkProblem(error, timeLimitMs)
  }
}

const REDIRECTS_MAX = 10

/** Sends nothing to a URL that `mayFollow` refuses. */
async function follow(
  first: URL,
  mayFollow: (from: URL, to: URL) => boolean,
  init: RequestInit,
): Promise<{ answer: Response; location: URL }> {
  let location = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await fetch(location, { ...init, redirect: 'manual' })
    const target = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || target === null) return { answer, location }
    await answer.body?.cancel()
    const next = parseUrl(target, location.href)
    if (!next || !/^https?:$/.test(next.protocol)) throw new UnreadableError('redirects to an invalid URL')
    if (!mayFollow(location, next)) throw new UnreadableError(`redirects to ${next.origin}, which is not read`)
    location = next
  }
  throw new UnreadableError(`redirects more than ${REDIRECTS_MAX} times`)
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

/** Translates errors of `fetch`; others stay as they are. */
export function networkProblem(error: unknown, timeLimitMs: number): unknown {
  if (error instanceof UnreadableError || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return new UnreadableError(`did not respond within ${timeLimitMs / 1000} seconds`)
  const { cause } = error
  const why = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message
  return new UnreadableError(`cannot be fetched (${why})`)
}

const sentences: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read: no permission',
  EPERM: 'cannot be read: no permission',
  ELOOP: 'is a link to itself',
  ENAMETOOLONG: 'has a name that is too long',
}

/** Translates file system errors; others stay as they are. */
export function fileProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return new UnreadableError(sentences[String(error.code)] ?? `cannot be read (${String(error.code)})`)
}
