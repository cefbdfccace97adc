import { Link } from 'wouter'
import { privacyDates, privacySections } from '../content/privacy'
import { siteConfig } from '../content/site-config'
import { routes } from '../paths'
import { LegalText } from '../ui/legal-text'
import { Page } from '../ui/page'

export function PrivacyPage() {
  const { email } = siteConfig.contact
  return (
    <Page {...routes.privacy}>
      <LegalText dates={privacyDates} sections={privacySections} />
      <p>
        Questions about your data: <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="actions">
        <Link href={routes.terms.path}>Terms of Service</Link>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}
