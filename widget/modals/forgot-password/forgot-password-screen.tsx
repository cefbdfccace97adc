import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'

export function ForgotPasswordScreen({ texts, titleId }: ScreenProps<'FORGOT_PASSWORD'>) {
  return <Heading id={titleId}>{texts.reset_your_password}</Heading>
}
