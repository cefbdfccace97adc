import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { sampleTag } from '../content/samples'
import { emailTexts } from '../content/site-config'
import { accountTexts, failureText, useAccount, useAccountState } from '../features/account/account'
import { useHydrated } from '../lib/browser'
import { type CheckedField, useSubmit } from '../lib/form'
import { formText } from '../lib/format'
import { type RouteInfo, routes } from '../paths'
import { Credential } from '../ui/credential'
import { Field, type FieldProps } from '../ui/field'
import { Page } from '../ui/page'
import { Alert, NeedsScript, SubmitButton } from '../ui/status'

interface LoginPageProps {
  /** The route that shows the page. */
  info?: RouteInfo
  /** A failure of the page itself, not of the form. */
  problem?: string
}

export function LoginPage({ info = routes.login, problem = '' }: LoginPageProps) {
  const { member } = useAccountState()
  const [, navigate] = useLocation()
  // Covers logins in the dialog and in another tab.
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
              {/* The membership script opens its dialog for this link; without the script, the linked page does. */}
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

const fields = [
  { ...emailTexts, name: 'email', label: 'Email', type: 'email', required: true, autoComplete: 'username' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    required: true,
    autoComplete: 'current-password',
    missing: 'Please enter your password.',
  },
] as const satisfies readonly (CheckedField & FieldProps)[]

/** @param afterwards path to go to once logged in */
export function LoginForm({ afterwards }: { afterwards: string }) {
  const account = useAccount()
  const hydrated = useHydrated()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { submitting, error, problems, handlers } = useSubmit(fields, async (data) => {
    const result = await account.login({ email: formText(data, 'email').trim(), password: formText(data, 'password') })
    if (!result.success) return failureText(result, accountTexts.loginFailed)
    // Do not navigate a user who has left the page.
    if (form.current) navigate(afterwards, { replace: true })
    return ''
  })
  return (
    <form ref={form} className="form" method="post" noValidate aria-busy={submitting} {...handlers}>
      <NeedsScript />
      {fields.map((field) => (
        <Field key={field.name} {...field} error={problems.get(field.name)} />
      ))}
      <Alert text={error} />
      <SubmitButton label="Sign In" busyLabel="Signing In..." busy={submitting} disabled={!hydrated} />
    </form>
  )
}
