import { useEffect, useEffectEvent, useRef } from 'react'
import { MembershipError } from '../../transport/membership-error'
import { LoadError, Loading } from '../loading'
import type { ScreenProps } from '../screen'
import { LoggedOut } from './logged-out'
import { Profile } from './profile'
import { useAction } from './use-action'
import { useCurrentMember } from './use-current-member'

/** The member's own account (seed 001 section 2, modal 7). Closes with an error where nobody is logged in. */
export function ProfileScreen(props: ScreenProps<'PROFILE'>) {
  const { client, texts, titleId, notify, done, fail, close } = props
  const { member, failed, retry } = useCurrentMember(client, () =>
    fail(new MembershipError('login-required', 'Member not logged in', 401, {})),
  )
  // How it ends is said by what ends it.
  const ending = useRef(false)
  const onDeadSession = (reason: unknown): void => {
    ending.current = true
    fail(reason)
  }
  const action = useAction({ texts, notify, onDeadSession })
  const { busy } = action
  const closeUnlessEnding = useEffectEvent(() => ending.current || close())
  useEffect(() => {
    // Logged out in another tab, or deleted. A call that is under way may yet say why.
    if (member === null && !busy) closeUnlessEnding()
  }, [member, busy])
  const logout = async () => {
    ending.current = true
    try {
      done({ type: 'LOGOUT', data: (await client.logout()).data })
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
