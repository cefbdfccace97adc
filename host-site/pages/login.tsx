import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { LoginForm } from '../features/account/login-form'
import { RESET_DONE_STATE } from '../features/account/password-reset'
import { accountTexts } from '../features/account/texts'
import { routes } from '../paths'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'

export function LoginPage() {
  const cameFrom = useHistoryState<unknown>()
  return (
    <Page {...routes.login}>
      <Notice text={cameFrom === RESET_DONE_STATE ? accountTexts.resetDone : ''} />
      <LoginForm afterwards={routes.profile.path} />
      <ul className="links">
        <li>
          <Link href={routes.forgotPassword.path}>Forgot your password?</Link>
        </li>
        <li>
          New here? <Link href={routes.signup.path}>Sign Up</Link>
        </li>
        <li>
          <Link href={routes.home.path}>Back to Home</Link>
        </li>
      </ul>
    </Page>
  )
}
