import { useCallback, useEffect, useRef, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import { loadHolding, type Holding } from './holding'

export interface HoldingState {
  /** Null while it is not known. */
  holding: Holding | null
  failed: boolean
  reload: () => Promise<void>
}

const UNKNOWN = { holding: null, failed: false }

/** What a member has, once they are known, and anew when asked. @param memberId null for a visitor */
export function useHolding(api: Pick<SiteApi, 'call'>, memberId: string | null): HoldingState {
  const [known, setKnown] = useState<Omit<HoldingState, 'reload'> & { of: string | null }>({ ...UNKNOWN, of: null })
  const asked = useRef(0)

  const reload = useCallback(async () => {
    const mine = (asked.current += 1)
    if (memberId === null) return
    const holding = await loadHolding(api)
    // Meanwhile it was asked again, or somebody else is here.
    if (mine !== asked.current) return
    setKnown((before) => ({
      // What was known a moment ago is better than nothing.
      holding: holding ?? (before.of === memberId ? before.holding : null),
      failed: holding === null,
      of: memberId,
    }))
  }, [api, memberId])

  useEffect(() => {
    void reload()
    return () => void (asked.current += 1)
  }, [reload])

  return { ...(known.of === memberId ? known : UNKNOWN), reload }
}
