import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'
import { Logo } from '../ui/logo'
import { Welcome } from '../ui/welcome'
import { SignupForm } from './signup-form'

/** Creates an account by password or by mailed code (seed 001 section 2, modal 2). */
export function SignupScreen(props: ScreenProps<'SIGNUP'>) {
  return (
    <Welcome {...props}>
      {(arrive) => (
        <>
          <Logo app={props.app} />
          <Heading id={props.titleId}>{props.texts.create_an_account}</Heading>
          <SignupForm {...props} onSignup={(data) => arrive({ type: 'SIGNUP', data })} />
        </>
      )}
    </Welcome>
  )
}
