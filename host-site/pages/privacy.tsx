import { privacyStatements } from '../content/privacy'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function PrivacyPage() {
  return (
    <Page {...routes.privacy}>
      <ul>
        {privacyStatements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
    </Page>
  )
}
