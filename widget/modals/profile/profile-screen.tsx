import { useEffect, useEffectEvent, useRef } from 'react'
import { MembershipError } from '../../transport/membership-error'
import { LoadError, Loading } from '../loading'
import type { ScreenProps } from '../screen'
import { LoggedOut } from './logged-out'
import { Profile } from './profile'
import { useCurrentMember } from './use-current-member'

/** The member's own account (seed 001 section 2, modal 7). Closes with an error where nobody is logged in. */
export function ProfileScreen(props: ScreenProps<'PROFILE'>) {
  const { client, texts, titleId, done, fail, close } = props
  const { member, failed, retry } = useCurrentMember(client, () =>
    fail(new MembershipError('login-required', 'Member not logged in', 401, {})),
  )
  const loggingOut = useRef(false)
  const closeUnlessLoggingOut = useEffectEvent(() => loggingOut.current || close())
  useEffect(() => {
    // Logged out in another tab, or deleted.
    if (member === null) closeUnlessLoggingOut()
  }, [member])
  const logout = async () => {
    loggingOut.current = true
    try {
      done({ type: 'LOGOUT', data: (await client.logout()).data })
    } catch (error) {
      loggingOut.current = false
      throw error
    }
    return { message: '' }
  }
  if (failed) return <LoadError texts={texts} titleId={titleId} onRetry={retry} />
  if (member === undefined) return <Loading texts={texts} title={texts.my_profile_title} titleId={titleId} />
  if (member === null) return <LoggedOut texts={texts} titleId={titleId} />
  return <Profile key={member.id} {...props} member={member} logout={logout} />
}
