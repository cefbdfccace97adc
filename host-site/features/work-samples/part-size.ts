import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../../contract/limits'

/** The first part of a file: small enough to show soon that something happens. */
export const FIRST_PART_BYTES = 500_000

const LEAST_BYTES = 125_000
const [QUICK_MS, SLOW_MS] = [1_000, 4_000]

/** Of the next part, by how long this one took: few requests on a fast line, steady progress on a slow one. */
export function nextPartBytes(bytes: number, tookMs: number): number {
  if (tookMs < QUICK_MS) return Math.min(WORK_SAMPLE_CHUNK_MAX_BYTES, bytes * 2)
  return tookMs > SLOW_MS ? Math.max(LEAST_BYTES, Math.floor(bytes / 2)) : bytes
}
