import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { concatBytes } from '../../../../contract/bytes'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { createBoundedCache } from '../../../lib/cache'
import { createConcurrencyLimiter, createTimeSlices, SharedRuns, yieldToEventLoop } from '../../../lib/concurrency'
import type { ConcurrencyLimiter } from '../../../lib/concurrency'
import { ApiError } from '../../../lib/errors'
import type { Attachment } from './certificate'
import type { Fonts } from './fonts'

declare module '../../../http/services' {
  interface Services {
    documents: TagDocuments
  }
}

/** All methods throw ApiError `server-busy` while the drawing queue is full. */
export interface TagDocuments {
  /** Images for shared links: PNG, 1200 by 630. @throws ApiError `service-unavailable` */
  shareImages(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** Square badges as SVG, with text as outlines only. @throws ApiError `service-unavailable` */
  badgeDrawing(tag: VerifiedTag): Promise<string>
  /** The same drawings as PNG. @throws ApiError `service-unavailable` */
  badgeImages(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** A one-page PDF to print, with the same bytes for the same TrustTag and attachments. */
  certificate(tag: VerifiedTag, attachments: readonly Attachment[]): Promise<Uint8Array>
  /** Loads libraries and fonts, which takes a quarter of a second, so that no request does. Never rejects. */
  load(): Promise<void>
  /** A ZIP archive. @param files content by path */
  pack(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array>
}

/** One drawing runs at a time. */
const QUEUE = { concurrency: 1, queueLength: 16, retryAfterSeconds: 5 }
/** About 100 kB each. */
const CACHED_CERTIFICATES_MAX = 50

/** Already compressed: again would be slow and save nothing. */
const COMPRESSED = /\.(?:pdf|png)$/u

/** In time slices: a whole archive at once would hold the server for 50 ms. */
async function packZip(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const nextSlice = createTimeSlices()
  for (const [path, content] of Object.entries(files)) {
    await nextSlice()
    const entry = COMPRESSED.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    zip.add(entry)
    entry.push(content, true)
  }
  zip.end()
  return concatBytes(...chunks)
}

/** Libraries and fonts load on first use, for a fast start. @param fontsFolder the build's TrueType files */
export function createTagDocuments(fontsFolder: string): TagDocuments {
  const queue = createConcurrencyLimiter(QUEUE)
  const certificates = createBoundedCache<Uint8Array>(CACHED_CERTIFICATES_MAX)
  const runs = new SharedRuns<Uint8Array>()
  let fonts: Promise<Fonts> | null = null
  const loadOwn = (): Promise<Fonts> => (fonts ??= import('./fonts').then(({ readFonts }) => readFonts(fontsFolder)))
  const fontsFor = async ({ skill, category, licenseNote, holderName, topics }: VerifiedTag): Promise<Fonts> => {
    const { withFallbacks } = await import('./fonts')
    const texts = [skill, category, licenseNote ?? '', holderName, ...topics.map(({ title }) => title)]
    return withFallbacks(await loadOwn(), texts)
  }

  return {
    shareImages: createImageCache({
      queue,
      draw: async (tag) => (await import('./drawing')).shareImage(await fontsFor(tag), tag),
    }),
    badgeImages: createImageCache({
      queue,
      draw: async (tag) => (await import('./drawing')).badgeDrawing(await fontsFor(tag), tag),
    }),
    async badgeDrawing(tag) {
      const { badgeDrawing } = await import('./drawing')
      return badgeDrawing(await fontsFor(tag).catch(unavailable), tag)
    },
    async certificate(tag, attachments) {
      const key = keyOfTag(tag, JSON.stringify(attachments))
      const known = certificates.get(key)
      if (known) return known
      const { certificatePdf } = await import('./certificate')
      await loadOwn().catch(unavailable)
      const draw = async () => certificatePdf(await fontsFor(tag), tag, attachments)
      return runs.run(async () => certificates.set(key, await queue.run(draw)), key)
    },
    async load() {
      // One after the other: the packages of each hold the event loop for tens of milliseconds.
      const parts: readonly (() => Promise<unknown>)[] = [
        loadOwn,
        () => import('./drawing'),
        () => import('./certificate'),
      ]
      for (const loadPart of parts) await loadPart().catch(() => {})
    },
    pack: packZip,
  }
}

/** Pages with a link or a badge request its image again and again. */
const CACHED_IMAGES_MAX = 200

interface ImageCacheOptions {
  queue: ConcurrencyLimiter
  /** SVG without text. */
  draw: (tag: VerifiedTag) => Promise<string>
}

/** Cached by content; missing images are drawn in one process. Throws `too-many-requests`, `service-unavailable`. */
function createImageCache({ queue, draw }: ImageCacheOptions): (tags: readonly VerifiedTag[]) => Promise<Uint8Array[]> {
  const cache = createBoundedCache<Uint8Array>(CACHED_IMAGES_MAX)
  const runs = new SharedRuns<Uint8Array[]>()

  async function drawMissing(tags: readonly VerifiedTag[]): Promise<Uint8Array[]> {
    return queue.run(async () => {
      const cached = tags.map((tag) => cache.get(keyOfTag(tag)))
      const missing = tags.filter((_, index) => cached[index] === undefined)
      const drawings: string[] = []
      for (const tag of missing) drawings.push(await draw(tag))
      await yieldToEventLoop()
      const fresh = (drawings.length === 0 ? [] : await rasterise(drawings)).values()
      return tags.map((tag, index) => {
        const image = cached[index] ?? fresh.next().value
        if (!image) throw new Error('The drawing process returned too few images.')
        return cache.set(keyOfTag(tag), image)
      })
    })
  }

  return async (tags) => {
    const known = tags.flatMap((tag) => cache.get(keyOfTag(tag)) ?? [])
    // Cached images skip the queue.
    if (known.length === tags.length) return known
    // Many previews of a new link request its image at once: together they take one place in the queue.
    const key = tags.map((tag) => keyOfTag(tag)).join(' ')
    return runs.run(() => drawMissing(tags).catch(unavailable), key)
  }
}

/** The caller cannot fix a drawing error. */
function unavailable(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  throw new ApiError('service-unavailable', { cause })
}

/** Digest of everything drawn, without the time of the request. */
const keyOfTag = (tag: VerifiedTag, ...more: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([{ ...tag, verificationDate: null }, ...more]))
    .digest('base64')

/** A separate process, because ours forbids SVG: uploads could contain URLs and scripts. Reads and writes JSON. */
const PROGRAM = `
const sharp = require(process.argv[1])
sharp.concurrency(1)
let sent = ''
process.stdin.on('data', (part) => { sent += part }).on('end', async () => {
  const images = []
  for (const drawing of JSON.parse(sent))
    images.push((await sharp(Buffer.from(drawing)).png({ palette: true, colours: 128 }).toBuffer()).toString('base64'))
  process.stdout.write(JSON.stringify(images))
})`

const TIMEOUT_MS = 60_000
const ANSWER_MAX_BYTES = 200_000_000

/** Renders SVG as PNG. Text must be outlines: there are no fonts. */
async function rasterise(drawings: readonly string[]): Promise<Uint8Array[]> {
  const library = createRequire(import.meta.url).resolve('sharp')
  const running = promisify(execFile)(process.execPath, ['-e', PROGRAM, library], {
    // Our environment contains secrets.
    env: {},
    timeout: TIMEOUT_MS,
    maxBuffer: ANSWER_MAX_BYTES,
  })
  lowerPriority(running.child.pid)
  running.child.stdin?.on('error', () => {}).end(JSON.stringify(drawings))
  const { stdout } = await running
  const images: unknown = JSON.parse(stdout)
  if (!Array.isArray(images)) throw new Error('The drawing process returned an invalid response.')
  return images.map((image) => new Uint8Array(Buffer.from(String(image), 'base64')))
}

/** On a small machine, drawing must not delay the requests of others. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended, or the system does not allow it: the drawing is what counts.
  }
}
