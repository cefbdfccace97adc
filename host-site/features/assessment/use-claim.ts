import { useCallback, useEffect, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'

export interface Claim {
  /** The claim failed: the browser's attempts are not in the account yet. */
  isOpen: boolean
  again: () => void
}

/**
 * Moves the browser's attempts to the account after a login.
 * @param memberId undefined for a visitor
 * @param onClaimed must be stable
 */
export function useClaim(
  api: Pick<SiteApi, 'call'>,
  memberId: string | undefined,
  onClaimed: () => Promise<void>,
): Claim {
  const [isOpen, setOpen] = useState(false)
  const show = useCallback(
    (failed: boolean) => {
      setOpen(failed)
      return onClaimed()
    },
    [onClaimed],
  )
  useEffect(() => {
    if (memberId !== undefined) void claim(api).then(show)
  }, [api, memberId, show])
  return {
    isOpen,
    again() {
      setOpen(false)
      void claim(api).then(show)
    },
  }
}

/** True if it failed. */
const claim = async (api: Pick<SiteApi, 'call'>): Promise<boolean> => !(await api.call('claimAttempts', {})).success
