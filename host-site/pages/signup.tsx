import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { sampleTag } from '../content/samples'
import { joiningNotes } from '../content/site-config'
import { accountTexts, failureText, useAccount } from '../features/account/account'
import { isComplete, readSignupForm, signupFields } from '../features/account/signup-fields'
import { useSubmit } from '../lib/form'
import { routes } from '../paths'
import { Credential } from '../ui/credential'
import { GroupedFields } from '../ui/field'
import { Icon } from '../ui/icon'
import { Page } from '../ui/page'
import { Alert, NeedsScript, SubmitButton } from '../ui/status'

export function SignupPage() {
  return (
    <Page {...routes.signup}>
      <div className="split top account">
        <div>
          <p>
            Already have an account? <Link href={routes.login.path}>Login</Link>
          </p>
          <SignupForm afterwards={routes.profile.path} />
          <p>
            <Link href={routes.home.path}>Back to Home</Link>
          </p>
        </div>
        <aside className="joining" aria-label="Good to know">
          <Credential {...sampleTag} />
          <ul className="ticks">
            {joiningNotes.map((note) => (
              <li key={note}>
                <Icon name="check" size={20} />
                {note}
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </Page>
  )
}

const account = signupFields.filter(({ required }) => required).map((field) => ({ ...field, group: 'Account' }))
const work = signupFields.filter(({ required }) => !required).map((field) => ({ ...field, group: 'About your work' }))

/** @param afterwards path to go to with the new account */
export function SignupForm({ afterwards }: { afterwards: string }) {
  const { signup } = useAccount()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [complete, setComplete] = useState(false)
  const { submitting, error, problems, handlers } = useSubmit(signupFields, async (data) => {
    const result = await signup(readSignupForm(data))
    if (!result.success) return failureText(result, accountTexts.signupFailed)
    // Do not navigate a user who has left the page.
    if (form.current) navigate(afterwards, { replace: true })
    return ''
  })
  const look = () => setComplete(form.current !== null && isComplete(readSignupForm(new FormData(form.current))))

  // The browser may have filled fields in before hydration.
  useEffect(look, [])

  return (
    <form ref={form} className="form" method="post" noValidate aria-busy={submitting} {...handlers} onInput={look}>
      <NeedsScript />
      <GroupedFields fields={account} problems={problems} />
      {/* Part of the form also while it is closed. */}
      <details className="more-fields">
        <summary>Add details about your work (optional)</summary>
        <GroupedFields fields={work} problems={problems} />
      </details>
      <Alert text={error} />
      <SubmitButton label="Create Account" busyLabel="Creating Account..." busy={submitting} disabled={!complete} />
    </form>
  )
}
