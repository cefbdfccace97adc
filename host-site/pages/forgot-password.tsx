import { Link } from 'wouter'
import { PasswordReset } from '../features/account/password-reset'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function ForgotPasswordPage() {
  return (
    <Page {...routes.forgotPassword}>
      <PasswordReset afterwards={routes.login.path} />
      <p>
        <Link href={routes.login.path}>Back to Login</Link>
      </p>
    </Page>
  )
}
