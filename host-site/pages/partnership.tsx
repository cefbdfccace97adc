import { siteConfig } from '../content/site-config'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function PartnershipPage() {
  const { email } = siteConfig.contact
  return (
    <Page {...routes.partnership}>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </Page>
  )
}
