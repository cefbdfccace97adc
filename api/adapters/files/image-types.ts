import { imageMaxMegapixels } from '../../../contract/work-sample-types'

/**
 * The formats that are taken, by content, and the pixels that a picture of each may have. Vector formats are not among them:
 * they hold scripts and addresses.
 */
const PIXELS_MAX: ReadonlyMap<string, number> = new Map([
  ...Object.entries(imageMaxMegapixels).map(([type, megapixels]) => [type, megapixels * 1_000_000] as const),
  ['image/apng', imageMaxMegapixels['image/png'] * 1_000_000],
])

/** How many pixels a picture may have; undefined for what is none that we take. */
export async function pixelsMaxOf(content: Uint8Array): Promise<number | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(content).catch(() => undefined)
  return PIXELS_MAX.get(type?.mime ?? '')
}
