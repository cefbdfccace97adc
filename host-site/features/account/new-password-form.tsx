import { useEffect, useRef } from 'react'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { formText } from '../../lib/form-text'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { SubmitButton } from '../../ui/submit-button'
import { useAccount } from './account-context'
import { accountTexts, failureText } from './texts'
import { useSubmit } from './use-submit'

export interface NewPasswordFormProps {
  /** The address the code went to, empty if the person comes with a code. */
  email: string
  onDone: () => void
}

/** Takes the mailed code and a new password. */
export function NewPasswordForm({ email, onDone }: NewPasswordFormProps) {
  const account = useAccount()
  const code = useRef<HTMLInputElement>(null)
  const address = useRef<HTMLInputElement>(null)
  const { submitting, error, onSubmit } = useSubmit(async (data) => {
    const result = await account.resetPassword({
      email: formText(data, 'email').trim(),
      code: formText(data, 'code').trim(),
      newPassword: formText(data, 'newPassword'),
    })
    if (!result.success) return failureText(result, accountTexts.resetFailed)
    onDone()
    return ''
  })
  // The button that led here is gone; the keyboard goes on where there is something to type.
  useEffect(() => (email ? code : address).current?.focus(), [email])

  return (
    <form className="form" method="post" aria-busy={submitting} onSubmit={onSubmit}>
      <Field
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        defaultValue={email}
        inputRef={address}
      />
      <Field
        name="code"
        label="Code"
        type="text"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        hint="The six digits from the email"
        inputRef={code}
      />
      <Field
        name="newPassword"
        label="New Password"
        type="password"
        required
        autoComplete="new-password"
        minLength={PASSWORD_MIN_CHARS}
        hint={`Password must be at least ${PASSWORD_MIN_CHARS} characters long`}
      />
      <Alert text={error} />
      <SubmitButton label="Reset Password" busyLabel="Resetting..." busy={submitting} />
    </form>
  )
}
