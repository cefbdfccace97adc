import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'

export function PasswordlessTokenScreen({ texts, titleId }: ScreenProps<'PASSWORDLESS_TOKEN'>) {
  return <Heading id={titleId}>{texts.passwordless_token_heading}</Heading>
}
