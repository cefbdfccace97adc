import { Link } from 'wouter'
import { SignupForm } from '../features/account/signup-form'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function SignupPage() {
  return (
    <Page {...routes.signup}>
      <p>
        Already have an account? <Link href={routes.login.path}>Login</Link>
      </p>
      <SignupForm afterwards={routes.profile.path} />
      <p>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}
