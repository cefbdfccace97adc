import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'

export function SignupScreen({ texts, titleId }: ScreenProps<'SIGNUP'>) {
  return <Heading id={titleId}>{texts.create_an_account}</Heading>
}
