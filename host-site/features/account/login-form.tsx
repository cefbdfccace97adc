import { useRef } from 'react'
import { useLocation } from 'wouter'
import { emailTexts } from '../../content/site-config'
import { type CheckedField, useSubmit } from '../../lib/form'
import { formText } from '../../lib/format'
import { useHydrated } from '../../lib/use-hydrated'
import { Field, type FieldProps } from '../../ui/field'
import { Alert, NeedsScript, SubmitButton } from '../../ui/status'
import { useAccount } from './account-context'
import { accountTexts, failureText } from './texts'

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
  const { submitting, error, problems, onSubmit } = useSubmit(fields, async (data) => {
    const result = await account.login({ email: formText(data, 'email').trim(), password: formText(data, 'password') })
    if (!result.success) return failureText(result, accountTexts.loginFailed)
    // A user who has left the page is not called back.
    if (form.current) navigate(afterwards, { replace: true })
    return ''
  })
  return (
    <form ref={form} className="form" method="post" noValidate aria-busy={submitting} onSubmit={onSubmit}>
      <NeedsScript />
      {fields.map((field) => (
        <Field key={field.name} {...field} error={problems.get(field.name)} />
      ))}
      <Alert text={error} />
      <SubmitButton label="Sign In" busyLabel="Signing In..." busy={submitting} disabled={!hydrated} />
    </form>
  )
}
