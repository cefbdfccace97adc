import { useState } from 'react'
import type { MemberAuth } from '../../public'
import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'
import { Logo } from '../ui/logo'
import { LoginForm } from './login-form'
import { WelcomeBack } from './welcome-back'

/** Login by e-mail and password (seed 001 section 2, modal 1). After success it greets until the opener hides it. */
export function LoginScreen({ client, app, texts, titleId, done }: ScreenProps<'LOGIN'>) {
  const [auth, setAuth] = useState<MemberAuth | null>(null)
  if (auth) return <WelcomeBack texts={texts} titleId={titleId} email={auth.member.auth.email} />
  const onLogin = (answer: MemberAuth): void => {
    setAuth(answer)
    done({ type: 'LOGIN', data: answer })
  }
  return (
    <>
      <Logo app={app} />
      <Heading id={titleId}>{texts.login_to_your_account}</Heading>
      <LoginForm client={client} texts={texts} titleId={titleId} onLogin={onLogin} />
    </>
  )
}
