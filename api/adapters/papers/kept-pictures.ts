import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { ConcurrencyLimiter } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { Fonts } from './fonts'
import { createBoundedCache } from '../../lib/cache'
import { keyOfTag } from './key-of-tag'

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
    const { rasterise } = await import('./rasterise')
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
