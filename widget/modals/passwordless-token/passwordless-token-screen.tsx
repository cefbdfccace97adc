import { useEffect } from 'react'
import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'
import { isEmail } from '../ui/read-email'
import { Welcome } from '../ui/welcome'
import { PasswordlessTokenForm } from './passwordless-token-form'

/** The mailed code that logs in or signs up (seed 001 section 2, modal 6). */
export function PasswordlessTokenScreen(props: ScreenProps<'PASSWORDLESS_TOKEN'>) {
  const { texts, titleId, params, go } = props
  const kind = params.modal === 'signup' ? 'SIGNUP' : 'LOGIN'
  const email = typeof params.email === 'string' && isEmail(params.email) ? params.email : null
  const back = (): void => go(kind, { passwordless: true })
  useEffect(() => {
    // Opened by name without saying whose code it is: ask for the address first.
    if (email === null) back()
  })
  if (email === null) return null
  return (
    <Welcome {...props}>
      {(arrive) => (
        <>
          <Heading id={titleId}>{texts.passwordless_token_heading}</Heading>
          <PasswordlessTokenForm
            {...props}
            email={email}
            kind={kind}
            onBack={back}
            onVerified={(data, message) => arrive({ type: kind, data }, message)}
          />
        </>
      )}
    </Welcome>
  )
}
