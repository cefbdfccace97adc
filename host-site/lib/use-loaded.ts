import { useCallback, useEffect, useRef, useState } from 'react'
import type { FreeOffer } from '../../contract/schemas/tag-purchases'
import type { SiteApi } from './site-api'

export interface Loaded<T> {
  /** Null while it is not known. */
  value: T | null
  /** The last try got no answer. */
  failed: boolean
  /** Asks again; what was known stays until there is an answer. */
  reload: () => Promise<void>
  /** Makes it what it is now, where it is known, else asks again: what was asked before is older than that. */
  change: (next: (value: T) => T) => void
}

/**
 * What a server says of somebody or something, asked once it is known of whom.
 * @param of changes when it is of another one; null while it is of nobody
 * @param load answers null when there is no answer. The same function all the time, for one `of`
 */
export function useLoaded<T>(of: string | null, load: () => Promise<T | null>): Loaded<T> {
  const [known, setKnown] = useState<{ of: string | null; value: T | null; failed: boolean }>(NOTHING)
  // Only the answer to what was asked last counts.
  const asked = useRef(0)

  // A reload may begin before the subject is known: it uses the newest one.
  const now = useRef({ of, load })
  const reload = useCallback(async () => {
    const { of: whose, load: ask } = now.current
    if (whose === null) return
    const mine = (asked.current += 1)
    const value = await ask()
    if (mine !== asked.current) return
    setKnown((before) => ({
      of: whose,
      value: value ?? (before.of === whose ? before.value : null),
      failed: value === null,
    }))
  }, [])

  const isKnown = known.of === of && known.value !== null
  const change = useCallback(
    (next: (value: T) => T) => {
      // What is on its way may have been looked up before the change.
      if (!isKnown) {
        void reload()
        return
      }
      asked.current += 1
      setKnown((before) =>
        before.of !== of || before.value === null ? before : { of, value: next(before.value), failed: false },
      )
    },
    [of, isKnown, reload],
  )

  useEffect(() => {
    now.current = { of, load }
    void reload()
    return () => {
      asked.current += 1
      now.current = { of: null, load }
    }
  }, [of, load, reload])

  const { value, failed } = known.of === of ? known : NOTHING
  return { value, failed, reload, change }
}

const NOTHING = { of: null, value: null, failed: false }

/** The free TrustTag, while the server says that there is one; null until it has, and while there is none. */
export function useFreeOffer(api: Pick<SiteApi, 'call'>): FreeOffer | null {
  const [offer, setOffer] = useState<FreeOffer | null>(null)
  useEffect(() => {
    let isCurrent = true
    void api.call('listPackages', {}).then((result) => isCurrent && result.success && setOffer(result.data.offer))
    return () => {
      isCurrent = false
    }
  }, [api])
  return offer?.isOn ? offer : null
}
