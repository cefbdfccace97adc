import { Link } from 'wouter'
import { termsDates, termsSections } from '../content/terms'
import { routes } from '../paths'
import { LegalText } from '../ui/legal-text'
import { Page } from '../ui/page'

export function TermsPage() {
  return (
    <Page {...routes.terms}>
      <LegalText dates={termsDates} sections={termsSections} />
      <p className="actions">
        <Link href={routes.privacy.path}>Privacy Policy</Link>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}
