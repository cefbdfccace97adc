import { useEffect, useState } from 'react'
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
export function useClaim(
  api: Pick<SiteApi, 'call'>,
  memberId: string | undefined,
  onClaimed: () => Promise<void>,
): Claim {
  const [tries, setTries] = useState(1)
  const [isOpen, setIsOpen] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (memberId === undefined) return
    const claim = async () => {
      const result = await api.call('claimAttempts', {})
      setIsOpen(!result.success)
      setProblem(result.success ? droppedText(result.data.dropped) : '')
      await onClaimed()
    }
    void claim()
  }, [api, memberId, onClaimed, tries])
  return {
    isOpen,
    problem,
    again() {
      setIsOpen(false)
      setTries(tries + 1)
    },
  }
}
