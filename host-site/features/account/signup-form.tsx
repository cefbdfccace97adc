import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../lib/form'
import { GroupedFields } from '../../ui/field'
import { Alert, NeedsScript, SubmitButton } from '../../ui/status'
import { useAccount } from './account-context'
import { isComplete, readSignupForm, signupFields } from './signup-fields'
import { accountTexts, failureText } from './texts'

/** What is needed comes first, the rest together below it. */
const groupedFields = signupFields.map((field) => ({ ...field, group: field.required ? 'Account' : 'About your work' }))

/** @param afterwards path to go to with the new account */
export function SignupForm({ afterwards }: { afterwards: string }) {
  const account = useAccount()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [complete, setComplete] = useState(false)
  const { submitting, error, problems, onSubmit } = useSubmit(signupFields, async (data) => {
    const result = await account.signup(readSignupForm(data))
    if (!result.success) return failureText(result, accountTexts.signupFailed)
    // A user who has left the page is not called back.
    if (form.current) navigate(afterwards, { replace: true })
    return ''
  })
  const look = () => setComplete(form.current !== null && isComplete(readSignupForm(new FormData(form.current))))

  // The browser may have filled fields in before the page was taken over.
  useEffect(look, [])

  return (
    <form
      ref={form}
      className="form"
      method="post"
      noValidate
      aria-busy={submitting}
      onSubmit={onSubmit}
      onInput={look}
    >
      <NeedsScript />
      <GroupedFields fields={groupedFields} problems={problems} />
      <Alert text={error} />
      <SubmitButton label="Create Account" busyLabel="Creating Account..." busy={submitting} disabled={!complete} />
    </form>
  )
}
