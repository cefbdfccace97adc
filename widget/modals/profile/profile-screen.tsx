import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Member, MembershipClient } from '../../public'
import { $member } from '../../stores/identity'
import { MembershipError } from '../../transport/membership-error'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/english'
import { Heading } from '../ui/heading'
import { LoadError, Loading } from '../ui/status'
import { useAction } from './panel'
import { Profile } from './profile'

/** The member's own account (seed 001 section 2, modal 7). Closes with an error if no one is logged in. */
export function ProfileScreen(props: ScreenProps<'PROFILE'>) {
  const { client, texts, titleId, notify, done, fail, close } = props
  const { member, failed, retry } = useCurrentMember(client, () =>
    fail(new MembershipError('login-required', 'Member not logged in', 401, {})),
  )
  // Set when the screen ends with a result of its own.
  const ending = useRef(false)
  const onDeadSession = (reason: unknown): void => {
    ending.current = true
    fail(reason)
  }
  const action = useAction({ texts, notify, onDeadSession })
  const { busy } = action
  const closeUnlessEnding = useEffectEvent(() => ending.current || close())
  useEffect(() => {
    // Logged out in another tab, or deleted. A running call may still show why.
    if (member === null && !busy) closeUnlessEnding()
  }, [member, busy])
  const logout = async (signal: AbortSignal) => {
    ending.current = true
    try {
      done({ type: 'LOGOUT', data: (await client.logout({ signal })).data })
    } catch (error) {
      ending.current = false
      throw error
    }
    return { message: '' }
  }
  if (failed) return <LoadError texts={texts} titleId={titleId} onRetry={retry} />
  if (member === undefined) return <Loading texts={texts} title={texts.my_profile_title} titleId={titleId} />
  if (member === null) return <LoggedOut texts={texts} titleId={titleId} />
  return <Profile key={member.id} {...props} {...{ member, action, logout }} />
}

/** Replaces the profile until the opener hides it, so that none of the member's data stays visible. */
function LoggedOut({ texts, titleId }: { texts: Texts; titleId: string }) {
  return (
    <div className="welcome" part="success">
      <Heading id={titleId} focused>
        {texts.logout_success_title}
      </Heading>
    </div>
  )
}

interface CurrentMember {
  /** Undefined until the server has responded; null after a logout. */
  member: Member | null | undefined
  /** The request failed. */
  failed: boolean
  retry: () => void
}

/**
 * The member from the server, then from the store, so that changes made elsewhere are shown.
 * @param onNobody called if no one is logged in
 */
function useCurrentMember(client: MembershipClient, onNobody: () => void): CurrentMember {
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
