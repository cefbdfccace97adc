import { Link } from 'wouter'
import { routes } from '../paths'
import { Drawing } from '../ui/drawing'
import { Page } from '../ui/page'

export function TransparencyPage() {
  return (
    <Page {...routes.transparency}>
      <figure className="plan-drawing">
        <Drawing name="chain" />
        <figcaption>
          The plan, in dashes as long as it is one: fingerprints in a row, a signature after each part.
        </figcaption>
      </figure>
      <div className="prose">
        <p>
          The public log of TrustTags is being prepared. It is not running yet, so there is nothing to look up here
          today.
        </p>
        <h2>What it will be</h2>
        <p>
          Every TrustTag that is issued, and every one that is withdrawn, will be written to a list that can only grow.
          An entry names no person: it is a fingerprint of the TrustTag.
        </p>
        <p>
          At regular times the whole list is signed, and others who do not work for us sign it too. Whoever holds a
          TrustTag can then show that it stands in the list since the day it was issued, and that nobody has changed it.
        </p>
        <h2>Until then</h2>
        <p>
          We say nowhere that a TrustTag is protected in this way before it is. When the log opens, this page will show
          its entries and how to check them yourself.
        </p>
      </div>
      <p className="actions">
        <Link className="button" href={routes.verify.path}>
          Verify a TrustTag
        </Link>
        <Link href={routes.home.path}>Back to Home</Link>
      </p>
    </Page>
  )
}
