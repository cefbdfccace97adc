import { useEffect, useState } from 'react'
import { accountTexts, useAccount } from '../features/account/account'
import { routes } from '../paths'
import { LoginPage } from './login'

/** The login page with the password reset dialog open, for users who typed the URL. */
export function ForgotPasswordPage() {
  const account = useAccount()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const open = async () => {
      const { success } = await account.openForgotPassword(leaving.signal)
      if (!leaving.signal.aborted) setFailed(!success)
    }
    void open()
    return () => leaving.abort()
  }, [account])
  return <LoginPage info={routes.forgotPassword} problem={failed ? accountTexts.forgotPasswordFailed : ''} />
}
