import { Link } from 'wouter'
import { useAccount, useAccountState } from '../features/account/account-context'
import { ProfileCard } from '../features/account/profile-card'
import { routes } from '../paths'
import { Alert } from '../ui/alert'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'

export function ProfilePage() {
  const { status, member, checkFailed } = useAccountState()
  return (
    <Page {...routes.profile}>
      {member && <ProfileCard member={member} />}
      {status === 'loggedIn' && !member && <Notice text="Loading your profile..." />}
      {checkFailed && <CheckFailed />}
      {status !== 'loggedIn' && !checkFailed && <VisitorProfile />}
    </Page>
  )
}

function VisitorProfile() {
  return (
    <>
      <p>You are not logged in. Log in or sign up to see your profile.</p>
      <p className="actions">
        <Link className="button" href={routes.login.path}>
          Login
        </Link>
        <Link className="button quiet" href={routes.signup.path}>
          Sign Up
        </Link>
      </p>
    </>
  )
}

function CheckFailed() {
  const account = useAccount()
  return (
    <>
      <Alert text="Your account could not be reached." />
      <p className="actions">
        <button type="button" className="button" onClick={() => void account.check()}>
          Try again
        </button>
      </p>
    </>
  )
}
