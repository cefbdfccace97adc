import type { ScreenProps } from '../screen'
import { Heading } from '../ui/heading'

export function ProfileScreen({ texts, titleId }: ScreenProps<'PROFILE'>) {
  return <Heading id={titleId}>{texts.profile_information_title}</Heading>
}
