import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'

export function ResetPasswordSuccessScreen({ texts, titleId }: ScreenProps<'RESET_PASSWORD_SUCCESS'>) {
  return <Heading id={titleId}>{texts.success_title}</Heading>
}
