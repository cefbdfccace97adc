import type { Context, Handler } from 'hono'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { cacheMedia, chooseEncoding, type Encoding, type MediaFile } from '../../http/responses'
import { version as packageVersion } from '../../../package.json'
import type { AppEnv } from '../../http/request'
import { gateDigests } from '../../../contract/gated-paths'
import { GATED_PAGES_PROPERTY } from '../../../contract/limits'
import { createBoundedCache, ttlCache } from '../../lib/cache'
import { ApiError } from '../../lib/errors'
import type { ContentGroupDefinition } from '../apps/definition'
import { findAppById, listApps } from '../apps/repository'
import type { Services } from '../../http/services'

interface BuiltFile {
  bodies: Record<'plain' | 'br' | 'gzip', Buffer>
  /** Strong ETag of the unencoded body, without quotes. */
  hash: string
}

export interface WidgetScript {
  /** `/membership@<version>.js` never changes. */
  version: string
  /** The build changes while the server runs, so browsers ask for a newer one at every use. */
  rebuilds: boolean
  /** Null without a build, as for the files below. */
  read(): Promise<BuiltFile | null>
  /** Modal texts of one language, as JSON. @param language two letters */
  readTranslation(language: string): Promise<BuiltFile | null>
  readDeclarations(): Promise<BuiltFile | null>
  /** JSON. */
  readInspectorHelp(): Promise<BuiltFile | null>
  readNotices(): Promise<BuiltFile | null>
  readDemoVideo(): Promise<MediaFile | null>
}

/**
 * Cached in memory.
 * @param options.folder `membership.js`, `membership.d.ts`, `translations/`, `inspector-help.json`, `third-party-notices.txt`, their
 * precompressed forms, and `media/`
 * @param options.watch look for a newer build at every read (development)
 * @param options.rebuilds of `npm run dev`
 */
export function createWidgetScript(options: {
  folder: string
  version: string
  watch: boolean
  rebuilds?: boolean | undefined
}): WidgetScript {
  const { folder, version, watch, rebuilds = false } = options
  const translations = new Map<string, () => Promise<BuiltFile | null>>()
  return {
    version,
    rebuilds,
    read: holdFile(join(folder, 'membership.js'), watch),
    readDeclarations: holdFile(join(folder, 'membership.d.ts'), watch),
    readInspectorHelp: holdFile(join(folder, 'inspector-help.json'), watch),
    readNotices: holdFile(join(folder, 'third-party-notices.txt'), watch),
    readDemoVideo: cacheMedia(join(folder, 'media', 'test-card.webm'), watch),
    async readTranslation(language) {
      const known = translations.get(language)
      if (known) return known()
      const read = holdFile(join(folder, 'translations', `${language}.json`), watch)
      const file = await read()
      // Caches only existing files: anyone may request any name.
      if (file) translations.set(language, read)
      return file
    },
  }
}

function holdFile(file: string, watch: boolean): () => Promise<BuiltFile | null> {
  let held: { stamp: string; content: Promise<BuiltFile> } | null = null
  const read = async (): Promise<BuiltFile | null> => {
    if (held && !watch) return held.content
    const stamp = await stampOf(file)
    if (stamp === null) return null
    if (held?.stamp !== stamp) held = { stamp, content: load(file) }
    return held.content
  }
  return () =>
    read().catch((error: unknown) => {
      // The file was replaced during the read: the next request looks again.
      held = null
      if (isMissing(error)) return null
      throw error
    })
}

/** Changes with the file; null without one. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs}-${size}-${ino}`
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function load(file: string): Promise<BuiltFile> {
  const plain = await readFile(file)
  const [br, gz] = await Promise.all([
    precompressed(`${file}.br`, plain, promisify(brotliDecompress), promisify(brotliCompress)),
    precompressed(`${file}.gz`, plain, promisify(gunzip), promisify(gzip)),
  ])
  return { bodies: { plain, br, gzip: gz }, hash: createHash('sha256').update(plain).digest('base64url') }
}

type Transform = (body: Buffer) => Promise<Buffer>

/** Uses the precompressed file only if its content is equal: a stale one must never be served. */
async function precompressed(file: string, plain: Buffer, unpack: Transform, pack: Transform): Promise<Buffer> {
  try {
    const packed = await readFile(file)
    if ((await unpack(packed)).equals(plain)) return packed
  } catch {
    // Absent or damaged.
  }
  return pack(plain)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Pages then load nothing before their first paint. A release reaches every page view that starts later than both times together. */
const SHORT = 'public, max-age=300, stale-while-revalidate=3600'

type Lifetime = 'immutable' | 'revalidate' | 'short'

/** What a script says about gated URLs: of one app, or digests for all apps of the server. */
type Gates = { app: string; groups: Pick<ContentGroupDefinition, 'urls' | 'redirect'>[] } | { digests: string }

/** Null if there are too many. */
interface ServerDigests {
  gates: Gates | null
}

/**
 * To any origin. The gated URLs come before the script: a first visit then knows at once whether to hide the page.
 * @param lifetime `immutable` for the versioned URL, `revalidate` for a build that changes, else `short`
 * @param services none for a script that must not change
 */
export function serveScript(
  script: WidgetScript,
  lifetime: Lifetime,
  services?: Pick<Services, 'store' | 'log'>,
): Handler<AppEnv> {
  const read = services && createGatesReader(services)
  const withGates = createScriptsWithGates()
  return async (context) => {
    const file = await script.read()
    if (file === null)
      return context.text('// The widget is not built yet. Run "npm run build".\n', 503, { 'Retry-After': '5' })
    const gates = read ? await read(context.req.query('app')) : null
    const served = gates ? await withGates(file, gates) : file
    return answerBuilt(context, served, 'text/javascript; charset=utf-8', lifetime)
  }
}

/** The digests of more apps or URLs would make the script of every page larger. Those pages wait for the response, or name their app. */
const DIGEST_APPS_MAX = 100
const DIGEST_URLS_MAX = 500
const DIGESTS_CACHED_MS = 10_000

/** Null if unknown. A page needs its script even if the database does not answer. */
function createGatesReader({ store, log }: Pick<Services, 'store' | 'log'>) {
  const digestsOf = ttlCache(DIGESTS_CACHED_MS, () => readDigests(store), store.cacheClock)
  return async (appId: string | undefined): Promise<Gates | null> => {
    try {
      const app = appId === undefined ? null : await findAppById(store, appId)
      if (!app) return (await digestsOf(''))?.gates ?? null
      const groups = app.contentGroups.filter(({ urls }) => urls.length > 0)
      return { app: app.id, groups: groups.map(({ urls, redirect }) => ({ urls, redirect })) }
    } catch (error) {
      log.warn({ err: error }, 'The script is served without the gated URLs')
      return null
    }
  }
}

async function readDigests(store: Services['store']): Promise<ServerDigests> {
  const apps = await listApps(store, { countMax: DIGEST_APPS_MAX + 1 })
  const urls = apps.flatMap(({ contentGroups }) => contentGroups.flatMap((group) => group.urls))
  if (apps.length > DIGEST_APPS_MAX || urls.length > DIGEST_URLS_MAX) return { gates: null }
  const digests = new Set(apps.flatMap(({ id, contentGroups }) => gateDigests(id, contentGroups)))
  return { gates: { digests: [...digests].toSorted().join(' ') } }
}

/** A script takes about 1 MB with its compressed forms. */
const APP_SCRIPTS_MAX = 20

interface MadeScript {
  stamp: string
  file: Promise<BuiltFile>
  uses: number
}

/** Adds gated URLs to the script, cached per app; the one of all apps is never displaced. */
function createScriptsWithGates() {
  const ofApps = createBoundedCache<MadeScript>(APP_SCRIPTS_MAX)
  const ofServer = createBoundedCache<MadeScript>(1)
  return (script: BuiltFile, gates: Gates): Promise<BuiltFile> => {
    const prefix = `(document.currentScript||{}).${GATED_PAGES_PROPERTY}=${JSON.stringify(gates)};\n`
    const stamp = prefix + script.hash
    const [made, key] = 'app' in gates ? [ofApps, gates.app] : [ofServer, '']
    const known = made.get(key)
    const current = known?.stamp === stamp ? known : made.set(key, { stamp, file: compose(prefix, script), uses: 0 })
    current.uses += 1
    if (current.uses === USES_BEFORE_BEST) void current.file.then(compressBest).catch(() => {})
    return current.file
  }
}

const compose = (prefix: string, script: BuiltFile): Promise<BuiltFile> =>
  compress(Buffer.concat([Buffer.from(prefix), script.bodies.plain]))

/** The best compression takes most of a second: only for a script that is used. */
const USES_BEFORE_BEST = 50

async function compressBest({ bodies }: BuiltFile): Promise<void> {
  bodies.br = await promisify(brotliCompress)(bodies.plain)
}

/** A file per language, to any origin. */
export function serveTranslation(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const [, language] = /^\/translations\/([a-z]{2})\.json$/.exec(context.req.path) ?? []
    const file = language === undefined ? null : await script.readTranslation(language)
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'application/json', lifetime)
  }
}

export function serveDeclarations(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.readDeclarations()
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'text/plain; charset=utf-8', lifetime)
  }
}

export function serveInspectorHelp(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.readInspectorHelp()
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'application/json', lifetime)
  }
}

/** Licenses of third-party code in the script. */
export function serveNotices(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.readNotices()
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'text/plain; charset=utf-8', lifetime)
  }
}

/** In the best accepted encoding, to any origin. */
function answerBuilt(context: Context<AppEnv>, file: BuiltFile, type: string, lifetime: Lifetime): Response {
  const encoding = chooseEncoding(context.req.header('accept-encoding'))
  const etag = encoding ? `"${file.hash}-${encoding}"` : `"${file.hash}"`
  setHeaders(context, etag, lifetime)
  if (matches(context.req.header('if-none-match'), file.hash)) return context.body(null, 304)
  if (encoding) context.header('Content-Encoding', encoding)
  context.header('Content-Type', type)
  return context.body(new Uint8Array(bodyOf(file, encoding)), 200)
}

function setHeaders(context: Context<AppEnv>, etag: string, lifetime: Lifetime): void {
  const control = { immutable: IMMUTABLE, revalidate: 'no-cache', short: SHORT }
  context.header('ETag', etag)
  context.header('Cache-Control', control[lifetime])
  context.header('Vary', 'Accept-Encoding')
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

function bodyOf(file: BuiltFile, encoding: Encoding): Buffer {
  return file.bodies[encoding ?? 'plain']
}

/** Ignores the encoding: the content is the same. */
function matches(ifNoneMatch: string | undefined, hash: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, '').replaceAll('"', ''))
  return known.some((tag) => tag === '*' || tag === hash || tag === `${hash}-br` || tag === `${hash}-gzip`)
}

/** Moderate, because a request waits for the compression. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Public, readable from any page. Generated at the first request. */
export function serveOpenApi({ urls }: Pick<Services, 'urls'>, lifetime: Lifetime): Handler<AppEnv> {
  let made: Promise<BuiltFile> | null = null
  return async (context) => {
    made ??= makeDocument(urls.api)
    return answerBuilt(context, await made, 'application/json', lifetime)
  }
}

async function makeDocument(server: string): Promise<BuiltFile> {
  const { openApiDocument } = await import('./open-api')
  return compress(Buffer.from(JSON.stringify(await openApiDocument({ server, version: packageVersion }))))
}

async function compress(plain: Buffer): Promise<BuiltFile> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)])
  return { bodies: { plain, br, gzip: gz }, hash: createHash('sha256').update(plain).digest('base64url') }
}
