import { routes } from '../paths'
import { Page } from '../ui/page'

export function CreateTrustTagPage() {
  return <Page {...routes.createTrustTag} />
}
