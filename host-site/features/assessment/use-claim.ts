import { useCallback, useEffect, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import { droppedText } from './texts'

interface ClaimOutcome {
  /** It failed, and what was done here is not the member's yet. */
  isOpen: boolean
  /** Of what does not count; empty when all of it does. */
  problem: string
}

export interface Claim extends ClaimOutcome {
  again: () => void
}

const NOTHING_TO_SAY: ClaimOutcome = { isOpen: false, problem: '' }

/**
 * Makes what was done in this browser the member's who logs in.
 * @param memberId undefined for a visitor
 * @param onClaimed must stay the same function
 */
export function useClaim(
  api: Pick<SiteApi, 'call'>,
  memberId: string | undefined,
  onClaimed: () => Promise<void>,
): Claim {
  const [outcome, setOutcome] = useState(NOTHING_TO_SAY)
  const show = useCallback(
    (next: ClaimOutcome) => {
      setOutcome(next)
      return onClaimed()
    },
    [onClaimed],
  )
  useEffect(() => {
    if (memberId !== undefined) void claim(api).then(show)
  }, [api, memberId, show])
  return {
    ...outcome,
    again() {
      setOutcome(NOTHING_TO_SAY)
      void claim(api).then(show)
    },
  }
}

async function claim(api: Pick<SiteApi, 'call'>): Promise<ClaimOutcome> {
  const result = await api.call('claimAttempts', {})
  return { isOpen: !result.success, problem: result.success ? droppedText(result.data.dropped) : '' }
}
