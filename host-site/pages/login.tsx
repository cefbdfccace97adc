import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { sampleTag } from '../content/samples'
import { useAccountState } from '../features/account/account-context'
import { LoginForm } from '../features/account/login-form'
import { type RouteInfo, routes } from '../paths'
import { Credential } from '../ui/credential'
import { Page } from '../ui/page'
import { Alert } from '../ui/status'

export interface LoginPageProps {
  /** Of the route that shows it. */
  info?: RouteInfo
  /** What went wrong with the page itself. */
  problem?: string
}

export function LoginPage({ info = routes.login, problem = '' }: LoginPageProps) {
  const { member } = useAccountState()
  const [, navigate] = useLocation()
  // Also after a login in the dialog, or in another tab.
  useEffect(() => {
    if (member) navigate(routes.profile.path, { replace: true })
  }, [member, navigate])
  return (
    <Page heading={info.heading} summary={info.summary}>
      <div className="split top account">
        <div>
          <Alert text={problem} />
          <LoginForm afterwards={routes.profile.path} />
          <ul className="links">
            <li>
              {/* The membership script opens its dialog for this link; without it the link leads to a page that does. */}
              <a href={routes.forgotPassword.path} data-ms-modal="forgot-password">
                Forgot your password?
              </a>
            </li>
            <li>
              New here? <Link href={routes.signup.path}>Sign Up</Link>
            </li>
            <li>
              <Link href={routes.home.path}>Back to Home</Link>
            </li>
          </ul>
        </div>
        <Credential {...sampleTag} />
      </div>
    </Page>
  )
}
