import { Link } from 'wouter'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function HomePage() {
  return (
    <Page {...routes.home}>
      <p className="choices">
        <Link className="button" href={routes.createTrustTag.path}>
          Create TrustTag
        </Link>
        <Link className="button quiet" href={routes.verify.path}>
          Verify a TrustTag
        </Link>
        <Link className="button quiet" href={routes.profile.path}>
          Your Profile
        </Link>
        <Link className="button quiet" href={routes.partnership.path}>
          Partner with us
        </Link>
      </p>
    </Page>
  )
}
