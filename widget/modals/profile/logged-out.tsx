import type { Texts } from '../texts/default-texts'
import { Heading } from '../ui/heading'

/** Stands where the profile stood until the opener hides it: nothing of the member stays in sight. */
export function LoggedOut({ texts, titleId }: { texts: Texts; titleId: string }) {
  return (
    <div className="welcome" part="success">
      <Heading id={titleId} focused>
        {texts.logout_success_title}
      </Heading>
    </div>
  )
}
