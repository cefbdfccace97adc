import type { Context, Handler } from 'hono'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ApiError } from '../../domain/api-error'
import type { AppEnv } from '../../http/app-env'
import { packageVersion } from '../../http/package-version'
import type { Services } from '../../ports/services'
import type { BuiltFile, Encoding, WidgetScript } from './widget-script'

const MAX_AGE_SECONDS = 300
const IMMUTABLE = 'public, max-age=31536000, immutable'

type Lifetime = 'immutable' | 'revalidate' | 'short'

/**
 * Serves the widget to any page on any origin.
 * @param lifetime `immutable` for the address that carries the version, `revalidate` in development, else `short`
 */
export function serveScript(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.read()
    if (file === null)
      return context.text('// The widget is not built yet. Run "npm run build".\n', 503, { 'Retry-After': '5' })
    return answerBuilt(context, file, 'text/javascript; charset=utf-8', lifetime)
  }
}

/** Serves the texts of the modals, one language a file, to any page on any origin. */
export function serveTranslation(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const [, language] = /^\/translations\/([a-z]{2})\.json$/.exec(context.req.path) ?? []
    const file = language === undefined ? null : await script.readTranslation(language)
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'application/json', lifetime)
  }
}

/** Serves the types of the global object: for compilers and editors, and as text for people. */
export function serveDeclarations(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.readDeclarations()
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'text/plain; charset=utf-8', lifetime)
  }
}

/** Serves what the inspector says, to any page on any origin. */
export function serveInspectorHelp(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.readInspectorHelp()
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'application/json', lifetime)
  }
}

/** Serves the licences of what others wrote of the script, as text for people. */
export function serveNotices(script: WidgetScript, lifetime: Lifetime): Handler<AppEnv> {
  return async (context) => {
    const file = await script.readNotices()
    if (file === null) throw new ApiError('not-found')
    return answerBuilt(context, file, 'text/plain; charset=utf-8', lifetime)
  }
}

/** A file that is held in memory, in the best encoding that the caller takes, for any page on any origin. */
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
  const control = { immutable: IMMUTABLE, revalidate: 'no-cache', short: `public, max-age=${MAX_AGE_SECONDS}` }
  context.header('ETag', etag)
  context.header('Cache-Control', control[lifetime])
  context.header('Vary', 'Accept-Encoding')
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

function bodyOf(file: BuiltFile, encoding: Encoding): Buffer {
  return file.bodies[encoding ?? 'plain']
}

/** Brotli before gzip before none, as far as the caller takes them; `q=0` is a no. */
export function chooseEncoding(header: string | undefined): Encoding {
  const accepted = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    accepted.set(name, quality === undefined ? 1 : Number(quality))
  }
  const takes = (name: string): boolean => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Any encoding of the same script counts: the browser already holds these bytes. */
function matches(ifNoneMatch: string | undefined, hash: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, '').replaceAll('"', ''))
  return known.some((tag) => tag === '*' || tag === hash || tag === `${hash}-br` || tag === `${hash}-gzip`)
}

/** Enough for what is packed once, while somebody waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * Describes both APIs to tools, in any browser too: it holds nothing that is not public. It is made at the first request.
 */
export function serveOpenApi({ urls }: Pick<Services, 'urls'>, lifetime: Lifetime): Handler<AppEnv> {
  let made: Promise<BuiltFile> | null = null
  return async (context) => {
    made ??= makeDocument(urls.api)
    return answerBuilt(context, await made, 'application/json', lifetime)
  }
}

async function makeDocument(server: string): Promise<BuiltFile> {
  const { openApiDocument } = await import('./open-api')
  const plain = Buffer.from(JSON.stringify(await openApiDocument({ server, version: packageVersion })))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)])
  return { bodies: { plain, br, gzip: gz }, hash: createHash('sha256').update(plain).digest('base64url') }
}
