import { formText } from '../../lib/form-text'
import { useHydrated } from '../../lib/use-hydrated'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { NeedsScript } from '../../ui/needs-script'
import { SubmitButton } from '../../ui/submit-button'
import { useAccount } from './account-context'
import { accountTexts, failureText } from './texts'
import { useSubmit } from './use-submit'

export interface ResetMailFormProps {
  /** Called once the code is on its way, with the service's sentence about it. */
  onSent: (email: string, message: string) => void
}

/** Asks for the e-mail and has a reset code sent. */
export function ResetMailForm({ onSent }: ResetMailFormProps) {
  const account = useAccount()
  const hydrated = useHydrated()
  const { submitting, error, onSubmit } = useSubmit(async (data) => {
    const email = formText(data, 'email').trim()
    const result = await account.sendResetEmail(email)
    if (!result.success) return failureText(result, accountTexts.resetMailFailed)
    onSent(email, result.message || accountTexts.resetMailSent)
    return ''
  })
  return (
    <form className="form" method="post" aria-busy={submitting} onSubmit={onSubmit}>
      <NeedsScript />
      <Field name="email" label="Email" type="email" required autoComplete="username" />
      <Alert text={error} />
      <SubmitButton label="Send Code" busyLabel="Sending..." busy={submitting} disabled={!hydrated} />
    </form>
  )
}
