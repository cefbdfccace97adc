import { useCallback, useEffect, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import { droppedText } from './texts'

export interface Claim {
  /** It failed, and what was done here is not the member's yet. */
  isOpen: boolean
  /** Of what does not count; empty when all of it does. */
  problem: string
  again: () => void
}

/**
 * Makes what was done in this browser the member's who logs in.
 * @param memberId undefined for a visitor
 * @param onClaimed must stay the same function
 */
export function useClaim(api: Pick<SiteApi, 'call'>, memberId: string | undefined, onClaimed: () => void): Claim {
  const [isOpen, setIsOpen] = useState(false)
  const [problem, setProblem] = useState('')
  const claim = useCallback(async () => {
    setIsOpen(false)
    const result = await api.call('claimAttempts', {})
    setIsOpen(!result.success)
    setProblem(result.success ? droppedText(result.data.dropped) : '')
    onClaimed()
  }, [api, onClaimed])
  useEffect(() => {
    if (memberId !== undefined) void claim()
  }, [claim, memberId])
  return { isOpen, problem, again: () => void claim() }
}
