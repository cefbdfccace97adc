import { LIVE_STREAMS_MAX, LIVE_STREAMS_PER_ADDRESS_MAX, LIVE_STREAMS_PER_APP_MAX } from '../../../contract/limits'
import type { Channel } from '../../ports/comment-store'

interface Share {
  key: string
  max: number
}

/** Counts open streams against the limits of the process, of an app and mode, and of an IP address and its networks. */
export class StreamCounter {
  readonly #open = new Map<string, number>()

  /** Counts one stream. @returns gives its place back, once; null: a limit is reached, and nothing was counted */
  take({ appId, mode }: Channel, address: string): (() => void) | null {
    const shares = [
      { key: 'all', max: LIVE_STREAMS_MAX },
      { key: `app ${appId} ${mode}`, max: LIVE_STREAMS_PER_APP_MAX },
      ...networksOf(address),
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

/** The owner of an IPv6 /48 has 65,536 of the /64s that addresses are counted by, so wider networks have limits, too. */
function networksOf(address: string): Share[] {
  const max = LIVE_STREAMS_PER_ADDRESS_MAX
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/u.exec(address)?.slice(1)
  if (!groups) return [{ key: address, max }]
  const site = groups.slice(0, 3).join(':')
  const part = Math.trunc(Number.parseInt(groups[3] ?? '0', 16) / 256)
  return [
    { key: address, max },
    { key: `${site}:${part} /56`, max: max * 4 },
    { key: `${site} /48`, max: max * 8 },
  ]
}
