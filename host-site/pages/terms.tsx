import { routes } from '../paths'
import { Page } from '../ui/page'

export function TermsPage() {
  return <Page {...routes.terms} />
}
