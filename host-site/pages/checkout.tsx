import { routes } from '../paths'
import { Page } from '../ui/page'

export function CheckoutPage() {
  return <Page {...routes.checkout} />
}
