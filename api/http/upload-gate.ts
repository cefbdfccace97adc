import { ApiError } from '../domain/api-error'

/** Bodies of four megabytes that are held at a time, by one member and by all. */
const AT_A_TIME = { member: 2, all: 16 }
const RETRY_AFTER_SECONDS = 3

export interface UploadGate {
  /**
   * Runs the work if there is room for it, and refuses it at once if not.
   * @param key who uploads
   * @throws ApiError `too-many-requests`
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** Bounds the memory that uploads take, from the first byte of a body to its answer. */
export function createUploadGate(): UploadGate {
  const running = new Map<string, number>()
  let all = 0
  return {
    async run(key, work) {
      const own = running.get(key) ?? 0
      if (own >= AT_A_TIME.member || all >= AT_A_TIME.all)
        throw new ApiError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      running.set(key, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = (running.get(key) ?? 1) - 1
        if (left > 0) running.set(key, left)
        else running.delete(key)
      }
    },
  }
}
