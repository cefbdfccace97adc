import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'

export function ResetPasswordScreen({ texts, titleId }: ScreenProps<'RESET_PASSWORD'>) {
  return <Heading id={titleId}>{texts.reset_your_password}</Heading>
}
