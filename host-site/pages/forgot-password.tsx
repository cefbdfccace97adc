import { useEffect } from 'react'
import { useAccount } from '../features/account/account-context'
import { routes } from '../paths'
import { LoginPage } from './login'

/** The login page with the dialog for a forgotten password on it: for those who typed the address. */
export function ForgotPasswordPage() {
  const account = useAccount()
  useEffect(() => void account.openForgotPassword(), [account])
  return <LoginPage info={routes.forgotPassword} />
}
