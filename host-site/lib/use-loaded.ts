import { useCallback, useEffect, useRef, useState } from 'react'
import type { FreeOffer } from '../../contract/schemas/tag-purchases'
import type { SiteApi } from './site-api'

export interface Loaded<T> {
  /** Null until loaded. */
  value: T | null
  /** The last request failed. */
  failed: boolean
  /** Requests again; the old value stays until the response. */
  reload: () => Promise<void>
  /** Changes the value locally, or reloads if it is not loaded. Responses requested before are dropped. */
  change: (next: (value: T) => T) => void
}

/**
 * Loads a value that belongs to a subject, once the subject is known.
 * @param of identifies the subject; null without one
 * @param load resolves to null on failure. Must be stable for one `of`
 */
export function useLoaded<T>(of: string | null, load: () => Promise<T | null>): Loaded<T> {
  const [known, setKnown] = useState<{ of: string | null; value: T | null; failed: boolean }>(NOTHING)
  // Only the latest request counts.
  const asked = useRef(0)

  // A ref, so that a reload uses the newest subject.
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
      // A pending response may be from before the change.
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

/** Null until loaded, and while there is no offer. */
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
