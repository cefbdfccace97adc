import { ApiError } from '../lib/errors'

/**
 * Bodies of four megabytes that are held at a time. They may arrive slowly, so one address with many members must not be
 * able to hold all of them.
 */
const AT_A_TIME = { member: 2, address: 6, all: 16 }
const RETRY_AFTER_SECONDS = 3

export interface Uploader {
  memberId: string
  /** The caller's address. */
  address: string
}

export interface UploadLimiter {
  /**
   * Takes a place if there is room, and refuses at once if not.
   * @returns gives the place back; to be called once
   * @throws ApiError `too-many-requests`
   */
  enter(uploader: Uploader): () => void
}

/** Bounds the memory that uploads take, from the first byte of a body to its answer. */
export function createUploadLimiter(): UploadLimiter {
  const running = new Map<string, number>()
  const add = (key: string, change: 1 | -1): void => {
    const count = (running.get(key) ?? 0) + change
    if (count > 0) running.set(key, count)
    else running.delete(key)
  }
  return {
    enter({ memberId, address }) {
      const places = [
        { key: `member ${memberId}`, max: AT_A_TIME.member },
        { key: `address ${address}`, max: AT_A_TIME.address },
        { key: 'all', max: AT_A_TIME.all },
      ]
      if (places.some(({ key, max }) => (running.get(key) ?? 0) >= max))
        throw new ApiError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      for (const { key } of places) add(key, 1)
      return () => {
        for (const { key } of places) add(key, -1)
      }
    },
  }
}
