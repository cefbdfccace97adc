import { zipSync } from 'fflate'
import type { TagPapers } from '../../ports/trusttag/tag-papers'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import type { Fonts } from './fonts'
import { createBoundedCache } from '../../lib/cache'
import { createPictures, unavailable } from './kept-pictures'
import { keyOfTag } from './key-of-tag'

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
  const loadFonts = (): Promise<Fonts> => (fonts ??= import('./fonts').then(({ readFonts }) => readFonts(fontsFolder)))

  return {
    sharePictures: createPictures({
      queue,
      loadFonts,
      draw: async (loaded, tag) => (await import('./share-picture')).sharePicture(loaded, tag),
    }),
    badgePictures: createPictures({
      queue,
      loadFonts,
      draw: async (loaded, tag) => (await import('./badge-drawing')).badgeDrawing(loaded, tag),
    }),
    async badgeDrawing(tag) {
      const { badgeDrawing } = await import('./badge-drawing')
      return badgeDrawing(await loadFonts().catch(unavailable), tag)
    },
    async certificate(tag, attachments) {
      const key = keyOfTag(tag, JSON.stringify(attachments))
      const known = certificates.get(key)
      if (known) return known
      const { certificatePdf } = await import('./certificate-pdf')
      const loaded = await loadFonts().catch(unavailable)
      return certificates.set(key, await queue.run(() => certificatePdf(loaded, tag, attachments)))
    },
    pack: (files) => zipSync(files),
  }
}
