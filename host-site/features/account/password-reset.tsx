import { useState } from 'react'
import { useLocation } from 'wouter'
import { useHydrated } from '../../lib/use-hydrated'
import { Notice } from '../../ui/notice'
import { NewPasswordForm } from './new-password-form'
import { ResetMailForm } from './reset-mail-form'

type Step = { name: 'mail' } | { name: 'code'; email: string; message: string }

/** State of the history entry that the login page reads to say that the password is new. */
export const RESET_DONE_STATE = 'password-reset'

/**
 * The way back to a forgotten password: e-mail → code and new password → login.
 * @param afterwards path of the login page
 */
export function PasswordReset({ afterwards }: { afterwards: string }) {
  const [, navigate] = useLocation()
  const hydrated = useHydrated()
  const [step, setStep] = useState<Step>({ name: 'mail' })
  return (
    <>
      <Notice text={step.name === 'code' ? step.message : ''} />
      {step.name === 'mail' ? (
        <ResetMailForm onSent={(email, message) => setStep({ name: 'code', email, message })} />
      ) : (
        <NewPasswordForm email={step.email} onDone={() => navigate(afterwards, { state: RESET_DONE_STATE })} />
      )}
      <p>
        {step.name === 'mail' ? (
          <button
            type="button"
            className="text-button"
            disabled={!hydrated}
            onClick={() => setStep({ name: 'code', email: '', message: '' })}
          >
            I already have a code
          </button>
        ) : (
          <button type="button" className="text-button" onClick={() => setStep({ name: 'mail' })}>
            Send a new code
          </button>
        )}
      </p>
    </>
  )
}
