import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Member, MembershipClient } from '../../public'
import { $member } from '../../stores/identity'

export interface CurrentMember {
  /** Undefined until the server has answered; null once nobody is logged in any more. */
  member: Member | null | undefined
  /** The server could not be asked. */
  failed: boolean
  retry: () => void
}

/**
 * The member as the server knows them now, afterwards as the page does: a change made elsewhere shows here too.
 * @param onNobody called when there turns out to be no member
 */
export function useCurrentMember(client: MembershipClient, onNobody: () => void): CurrentMember {
  const member = useStore($member)
  const [state, setState] = useState<'waiting' | 'known' | 'failed'>('waiting')
  const nobody = useEffectEvent(onNobody)
  useEffect(() => {
    if (state !== 'waiting') return undefined
    let wanted = true
    const answer = (found: Member | null): void => {
      if (!wanted) return
      if (found) setState('known')
      else nobody()
    }
    client.getCurrentMember().then(
      ({ data }) => answer(data),
      () => wanted && setState('failed'),
    )
    return () => {
      wanted = false
    }
  }, [client, state])
  return {
    member: state === 'known' ? member : undefined,
    failed: state === 'failed',
    retry: () => setState('waiting'),
  }
}
