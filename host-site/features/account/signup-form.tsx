import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { NeedsScript } from '../../ui/needs-script'
import { SubmitButton } from '../../ui/submit-button'
import { useAccount } from './account-context'
import { isComplete, readSignupForm, signupFields } from './signup-fields'
import { accountTexts, failureText } from './texts'
import { useSubmit } from '../../lib/use-submit'

/** @param afterwards path to go to with the new account */
export function SignupForm({ afterwards }: { afterwards: string }) {
  const account = useAccount()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [complete, setComplete] = useState(false)
  const { submitting, error, onSubmit } = useSubmit(async (data) => {
    const result = await account.signup(readSignupForm(data))
    if (!result.success) return failureText(result, accountTexts.signupFailed)
    navigate(afterwards)
    return ''
  })
  const look = () => setComplete(form.current !== null && isComplete(readSignupForm(new FormData(form.current))))

  // The browser may have filled fields in before the page was taken over.
  useEffect(look, [])

  return (
    <form ref={form} className="form" method="post" aria-busy={submitting} onSubmit={onSubmit} onInput={look}>
      <NeedsScript />
      {signupFields.map((field) => (
        <Field key={field.name} {...field} />
      ))}
      <Alert text={error} />
      <SubmitButton label="Create Account" busyLabel="Creating Account..." busy={submitting} disabled={!complete} />
    </form>
  )
}
