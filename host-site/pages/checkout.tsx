import { Link } from 'wouter'
import { Checkout } from '../features/checkout/checkout'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function CheckoutPage() {
  return (
    <Page {...routes.checkout}>
      <Checkout buy={null} leave={(url) => window.location.assign(url)} />
      <p>
        <Link className="back-link" href={routes.createTrustTag.path}>
          Back
        </Link>
      </p>
    </Page>
  )
}
