import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'
import { Logo } from '../ui/logo'
import { Welcome } from '../ui/welcome'
import { LoginForm } from './login-form'

/** Login by password or by mailed code (seed 001 section 2, modal 1). */
export function LoginScreen(props: ScreenProps<'LOGIN'>) {
  return (
    <Welcome {...props}>
      {(arrive) => (
        <>
          <Logo app={props.app} />
          <Heading id={props.titleId}>{props.texts.login_to_your_account}</Heading>
          <LoginForm {...props} onLogin={(data) => arrive({ type: 'LOGIN', data })} />
        </>
      )}
    </Welcome>
  )
}
