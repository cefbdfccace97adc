import { createBoundedCache } from '../../../lib/cache'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { zipSync } from 'fflate'
import { createConcurrencyLimiter } from '../../../lib/concurrency'
import type { Fonts } from './drawing'
import type { ConcurrencyLimiter } from '../../../lib/concurrency'
import { ApiError } from '../../../lib/errors'
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** A file that travels within a PDF. */
export interface Attachment {
  name: string
  mediaType: string
  /** For people, in the list of attachments. */
  description: string
  content: string
}

/** What is drawn of a TrustTag, and packed. Each throws ApiError `too-many-requests` while too much is being drawn. */
export interface TagDocuments {
  /**
   * Pictures for those who show shared links: PNG, 1200 by 630.
   * @throws ApiError `service-unavailable`
   */
  shareImages(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** Badges, square, as SVG without any text but outlines. @throws ApiError `service-unavailable` */
  badgeDrawing(tag: VerifiedTag): Promise<string>
  /** The same drawings as PNG. @throws ApiError `service-unavailable` */
  badgeImages(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** A certificate to print: PDF, one page; the same bytes for the same TrustTag and attachments. */
  certificate(tag: VerifiedTag, attachments: readonly Attachment[]): Promise<Uint8Array>
  /** A ZIP archive. @param files content by path */
  pack(files: Readonly<Record<string, Uint8Array>>): Uint8Array
}

/** One drawing runs at a time. */
const QUEUE = { concurrency: 1, queueLength: 16, retryAfterSeconds: 5 }
/** About 100 kB each. */
const CACHED_CERTIFICATES_MAX = 50

/**
 * Images, certificates and archives of TrustTags. Libraries and fonts load on first use, so the server's start does not wait.
 * @param fontsFolder the TrueType files that the build writes
 */
export function createTagDocuments(fontsFolder: string): TagDocuments {
  const queue = createConcurrencyLimiter(QUEUE)
  const certificates = createBoundedCache<Uint8Array>(CACHED_CERTIFICATES_MAX)
  let fonts: Promise<Fonts> | null = null
  const loadFonts = (): Promise<Fonts> =>
    (fonts ??= import('./drawing').then(({ readFonts }) => readFonts(fontsFolder)))

  return {
    shareImages: createImageCache({
      queue,
      loadFonts,
      draw: async (loaded, tag) => (await import('./share-image')).shareImage(loaded, tag),
    }),
    badgeImages: createImageCache({
      queue,
      loadFonts,
      draw: async (loaded, tag) => (await import('./badge')).badgeDrawing(loaded, tag),
    }),
    async badgeDrawing(tag) {
      const { badgeDrawing } = await import('./badge')
      return badgeDrawing(await loadFonts().catch(unavailable), tag)
    },
    async certificate(tag, attachments) {
      const key = keyOfTag(tag, JSON.stringify(attachments))
      const known = certificates.get(key)
      if (known) return known
      const { certificatePdf } = await import('./certificate')
      const loaded = await loadFonts().catch(unavailable)
      return certificates.set(key, await queue.run(() => certificatePdf(loaded, tag, attachments)))
    },
    pack: (files) => zipSync(files),
  }
}

/** Pages that show a link or a badge request its image again and again. */
const CACHED_IMAGES_MAX = 200

interface ImageCacheOptions {
  queue: ConcurrencyLimiter
  loadFonts: () => Promise<Fonts>
  /** SVG without text. */
  draw: (fonts: Fonts, tag: VerifiedTag) => Promise<string>
}

/**
 * PNG images of one kind, cached by what they show; missing ones are drawn in one process.
 * @returns throws ApiError `too-many-requests`, `service-unavailable`
 */
function createImageCache({
  queue,
  loadFonts,
  draw,
}: ImageCacheOptions): (tags: readonly VerifiedTag[]) => Promise<Uint8Array[]> {
  const cache = createBoundedCache<Uint8Array>(CACHED_IMAGES_MAX)

  async function drawMissing(tags: readonly VerifiedTag[]): Promise<Uint8Array[]> {
    const fonts = await loadFonts()
    return queue.run(async () => {
      const cached = tags.map((tag) => cache.get(keyOfTag(tag)))
      const missing = tags.filter((_, index) => cached[index] === undefined)
      const drawings = await Promise.all(missing.map((tag) => draw(fonts, tag)))
      const fresh = (drawings.length === 0 ? [] : await rasterise(drawings)).values()
      return tags.map((tag, index) => {
        const image = cached[index] ?? fresh.next().value
        if (!image) throw new Error('An image is missing.')
        return cache.set(keyOfTag(tag), image)
      })
    })
  }

  return async (tags) => {
    const known = tags.flatMap((tag) => cache.get(keyOfTag(tag)) ?? [])
    // Cached images do not wait in the queue.
    return known.length === tags.length ? known : drawMissing(tags).catch(unavailable)
  }
}

/** The caller cannot fix a drawing error. */
function unavailable(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  throw new ApiError('service-unavailable', { cause })
}

/** Digest of everything that is drawn, without the time of the request. */
const keyOfTag = (tag: VerifiedTag, ...more: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([{ ...tag, verificationDate: null }, ...more]))
    .digest('base64')

/**
 * Reads drawings and writes images, as JSON. A separate process, because ours forbids the library to read SVG: uploads could
 * have URLs and scripts in it.
 */
const PROGRAM = `
const sharp = require(process.argv[1])
sharp.concurrency(1)
let sent = ''
process.stdin.on('data', (part) => { sent += part }).on('end', async () => {
  const pictures = []
  for (const drawing of JSON.parse(sent))
    pictures.push((await sharp(Buffer.from(drawing)).png({ palette: true, colours: 128 }).toBuffer()).toString('base64'))
  process.stdout.write(JSON.stringify(pictures))
})`

const TIMEOUT_MS = 60_000
const ANSWER_MAX_BYTES = 200_000_000

/** Renders each SVG as PNG. Text must be outlines: there are no fonts. */
async function rasterise(drawings: readonly string[]): Promise<Uint8Array[]> {
  const library = createRequire(import.meta.url).resolve('sharp')
  const running = promisify(execFile)(process.execPath, ['-e', PROGRAM, library], {
    // Our environment has secrets.
    env: {},
    timeout: TIMEOUT_MS,
    maxBuffer: ANSWER_MAX_BYTES,
  })
  running.child.stdin?.on('error', () => {}).end(JSON.stringify(drawings))
  const { stdout } = await running
  const pictures: unknown = JSON.parse(stdout)
  if (!Array.isArray(pictures)) throw new Error('The drawing process answered something else.')
  return pictures.map((picture) => new Uint8Array(Buffer.from(String(picture), 'base64')))
}
