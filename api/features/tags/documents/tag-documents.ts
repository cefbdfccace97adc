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
export interface TagPapers {
  /**
   * Pictures for those who show shared links: PNG, 1200 by 630.
   * @throws ApiError `service-unavailable`
   */
  sharePictures(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** Badges, square, as SVG without any text but outlines. @throws ApiError `service-unavailable` */
  badgeDrawing(tag: VerifiedTag): Promise<string>
  /** The same drawings as PNG. @throws ApiError `service-unavailable` */
  badgePictures(tags: readonly VerifiedTag[]): Promise<Uint8Array[]>
  /** A certificate to print: PDF, one page; the same bytes for the same TrustTag and attachments. */
  certificate(tag: VerifiedTag, attachments: readonly Attachment[]): Promise<Uint8Array>
  /** A ZIP archive. @param files content by path */
  pack(files: Readonly<Record<string, Uint8Array>>): Uint8Array
}

/** One drawing at a time. */
const QUEUE = { concurrency: 1, queueLength: 16, retryAfterSeconds: 5 }
/** Certificates take about 100 kB each. */
const KEPT_CERTIFICATES_MAX = 50

/**
 * Pictures, certificates and archives. What it needs is loaded with the first one: the start of the server does not wait.
 * @param fontsFolder the TrueType files that the build writes
 */
export function createTagPapers(fontsFolder: string): TagPapers {
  const queue = createConcurrencyLimiter(QUEUE)
  const certificates = createBoundedCache<Uint8Array>(KEPT_CERTIFICATES_MAX)
  let fonts: Promise<Fonts> | null = null
  const loadFonts = (): Promise<Fonts> =>
    (fonts ??= import('./drawing').then(({ readFonts }) => readFonts(fontsFolder)))

  return {
    sharePictures: createPictures({
      queue,
      loadFonts,
      draw: async (loaded, tag) => (await import('./share-image')).sharePicture(loaded, tag),
    }),
    badgePictures: createPictures({
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

/** Pictures that are kept: those who show a link or a badge ask for its picture again and again. */
const KEPT_MAX = 200

export interface PictureOptions {
  queue: ConcurrencyLimiter
  loadFonts: () => Promise<Fonts>
  /** SVG without text. */
  draw: (fonts: Fonts, tag: VerifiedTag) => Promise<string>
}

/**
 * Pictures of one kind, PNG: drawn once for what they show, those that are missing all in one process.
 * @returns throws ApiError `too-many-requests`, `service-unavailable`
 */
export function createPictures({
  queue,
  loadFonts,
  draw,
}: PictureOptions): (tags: readonly VerifiedTag[]) => Promise<Uint8Array[]> {
  const kept = createBoundedCache<Uint8Array>(KEPT_MAX)

  async function drawMissing(tags: readonly VerifiedTag[]): Promise<Uint8Array[]> {
    const fonts = await loadFonts()
    return queue.run(async () => {
      const pictures = tags.map((tag) => kept.get(keyOfTag(tag)))
      const missing = tags.filter((_, index) => pictures[index] === undefined)
      const drawings = await Promise.all(missing.map((tag) => draw(fonts, tag)))
      const fresh = (drawings.length === 0 ? [] : await rasterise(drawings)).values()
      return tags.map((tag, index) => {
        const picture = pictures[index] ?? fresh.next().value
        if (!picture) throw new Error('A picture is missing.')
        return kept.set(keyOfTag(tag), picture)
      })
    })
  }

  return async (tags) => {
    const known = tags.flatMap((tag) => kept.get(keyOfTag(tag)) ?? [])
    // Nobody waits in the queue for what is there.
    return known.length === tags.length ? known : drawMissing(tags).catch(unavailable)
  }
}

/** What goes wrong in drawing is nothing that a caller could mend. */
export function unavailable(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  throw new ApiError('service-unavailable', { cause })
}

/** Of all that is drawn of a TrustTag, and of what goes with it: not of when it was asked for. */
export const keyOfTag = (tag: VerifiedTag, ...more: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([{ ...tag, verificationDate: null }, ...more]))
    .digest('base64')

/**
 * Reads drawings as JSON and writes pictures as JSON. A process of its own: in ours the library reads no drawings, because
 * a stranger's could hold addresses and scripts (`files/load-sharp`).
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

/** Makes a PNG of each SVG. They may hold no text: there are no fonts. */
export async function rasterise(drawings: readonly string[]): Promise<Uint8Array[]> {
  const library = createRequire(import.meta.url).resolve('sharp')
  const running = promisify(execFile)(process.execPath, ['-e', PROGRAM, library], {
    // Nothing of our own environment, which holds secrets.
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
