import { useEffect, useState } from 'react'
import { useAccount } from '../features/account/account-context'
import { accountTexts } from '../features/account/texts'
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
