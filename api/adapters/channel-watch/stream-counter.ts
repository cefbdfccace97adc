import { LIVE_STREAMS_MAX, LIVE_STREAMS_PER_ADDRESS_MAX, LIVE_STREAMS_PER_APP_MAX } from '../../../contract/limits'
import { networksOf } from '../../domain/caller-networks'
import type { Channel } from '../../ports/comment-store'

/** Counts open streams against the limits of the process, of an app and mode, and of an IP address and its networks. */
export class StreamCounter {
  readonly #open = new Map<string, number>()

  /** Counts one stream. @returns gives its place back, once; null: a limit is reached, and nothing was counted */
  take({ appId, mode }: Channel, address: string): (() => void) | null {
    const shares = [
      { key: 'all', max: LIVE_STREAMS_MAX },
      { key: `app ${appId} ${mode}`, max: LIVE_STREAMS_PER_APP_MAX },
      ...networksOf(address).map(({ key, times }) => ({ key, max: LIVE_STREAMS_PER_ADDRESS_MAX * times })),
    ]
    if (shares.some(({ key, max }) => this.#count(key) >= max)) return null
    for (const { key } of shares) this.#open.set(key, this.#count(key) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const { key } of shares) this.#release(key)
    }
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0
  }

  #release(key: string): void {
    const left = this.#count(key) - 1
    if (left > 0) this.#open.set(key, left)
    else this.#open.delete(key)
  }
}
