import type { ScreenProps } from '../screen'
import { Button } from '../ui/button'
import { Success } from '../ui/success'

/** The password is new (seed 001 section 2, modal 5): shown by name, where the code was entered elsewhere. */
export function ResetPasswordSuccessScreen({ texts, titleId, go }: ScreenProps<'RESET_PASSWORD_SUCCESS'>) {
  return (
    <Success titleId={titleId} title={texts.success_title} message={texts.password_reset_success}>
      <Button onClick={() => go('LOGIN', { passwordless: false })}>{texts.login}</Button>
    </Success>
  )
}
