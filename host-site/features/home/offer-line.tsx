import { Link } from 'wouter'
import type { SiteApi } from '../../lib/site-api'
import { useFreeOffer } from '../../lib/use-free-offer'
import { routes } from '../../paths'

/** Says that the first TrustTag is free, while it is. Its place is kept, so that nothing moves when the answer comes. */
export function OfferLine({ api }: { api: Pick<SiteApi, 'call'> }) {
  const offer = useFreeOffer(api)
  return (
    <p className="hero-offer">
      {offer && <Link href={routes.checkout.path}>One TrustTag free, for a limited time</Link>}
    </p>
  )
}
