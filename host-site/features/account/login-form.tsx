import { useLocation } from 'wouter'
import { formText } from '../../lib/form-text'
import { useHydrated } from '../../lib/use-hydrated'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { NeedsScript } from '../../ui/needs-script'
import { SubmitButton } from '../../ui/submit-button'
import { useAccount } from './account-context'
import { accountTexts, failureText } from './texts'
import { useSubmit } from '../../lib/use-submit'

/** @param afterwards path to go to once logged in */
export function LoginForm({ afterwards }: { afterwards: string }) {
  const account = useAccount()
  const hydrated = useHydrated()
  const [, navigate] = useLocation()
  const { submitting, error, onSubmit } = useSubmit(async (data) => {
    const result = await account.login({ email: formText(data, 'email').trim(), password: formText(data, 'password') })
    if (!result.success) return failureText(result, accountTexts.loginFailed)
    navigate(afterwards)
    return ''
  })
  return (
    <form className="form" method="post" aria-busy={submitting} onSubmit={onSubmit}>
      <NeedsScript />
      <Field name="email" label="Email" type="email" required autoComplete="username" />
      <Field name="password" label="Password" type="password" required autoComplete="current-password" />
      <Alert text={error} />
      <SubmitButton label="Sign In" busyLabel="Signing In..." busy={submitting} disabled={!hydrated} />
    </form>
  )
}
