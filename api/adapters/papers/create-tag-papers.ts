import { zipSync } from 'fflate'
import { createHash } from 'node:crypto'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { ApiError } from '../../domain/api-error'
import type { TagPapers } from '../../ports/trusttag/tag-papers'
import { createBoundedQueue } from '../bounded-queue'
import type { Fonts } from './fonts'

/** One drawing process at a time. */
const QUEUE = { concurrency: 1, queueLength: 16, retryAfterSeconds: 5 }
/** Pictures that are kept: those who show a link ask for its picture again and again. */
const KEPT_MAX = 200

/**
 * Pictures, certificates and archives. What it needs is loaded with the first one: the start of the server does not wait.
 * @param fontsFolder the TrueType files that the build writes
 */
export function createTagPapers(fontsFolder: string): TagPapers {
  const queue = createBoundedQueue(QUEUE)
  const kept = new Map<string, Uint8Array>()
  let fonts: Promise<Fonts> | null = null
  const loadFonts = (): Promise<Fonts> => (fonts ??= import('./fonts').then(({ readFonts }) => readFonts(fontsFolder)))

  /** Draws those that are not kept, all in one process. */
  async function draw(tags: readonly VerifiedTag[]): Promise<Uint8Array[]> {
    const [{ sharePicture }, { rasterise }] = await Promise.all([import('./share-picture'), import('./rasterise')])
    const loaded = await loadFonts()
    return queue.run(async () => {
      const pictures = tags.map((tag) => kept.get(keyOf(tag)))
      const missing = tags.filter((_, index) => pictures[index] === undefined)
      const drawings = missing.map((tag) => sharePicture(loaded, tag))
      const fresh = (drawings.length === 0 ? [] : await rasterise(drawings)).values()
      return tags.map((tag, index) => {
        const picture = pictures[index] ?? fresh.next().value
        if (!picture) throw new Error('A picture is missing.')
        keep(keyOf(tag), picture)
        return picture
      })
    })
  }

  function keep(key: string, picture: Uint8Array): void {
    kept.set(key, picture)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  }

  return {
    async sharePictures(tags) {
      const known = tags.flatMap((tag) => kept.get(keyOf(tag)) ?? [])
      // Nobody waits in the queue for what is there.
      return known.length === tags.length ? known : draw(tags).catch(unavailable)
    },
    async certificate(tag) {
      const { certificatePdf } = await import('./certificate-pdf')
      return certificatePdf(await loadFonts().catch(unavailable), tag)
    },
    pack: (files) => zipSync(files),
  }
}

/** Of all that a picture may show: not of when it was asked for. */
const keyOf = (tag: VerifiedTag): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...tag, verificationDate: null }))
    .digest('base64')

function unavailable(cause: unknown): never {
  if (cause instanceof ApiError) throw cause
  throw new ApiError('service-unavailable', { cause })
}
