import { routes } from '../paths'
import { Page } from '../ui/page'

export function VerifyPage() {
  return <Page {...routes.verify} />
}
