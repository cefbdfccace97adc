import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { keyFacts } from '../content/home'
import { sampleTag } from '../content/samples'
import type { SiteApi } from '../lib/site-api'
import { useFreeOffer } from '../lib/use-loaded'
import { routes } from '../paths'
import { BlockchainSecured, Credential } from '../ui/credential'
import { Rosette } from '../ui/guilloche'
import { Icon } from '../ui/icon'

/** @param children shown below the links */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <section className="section hero">
      <div className="split">
        <div className="hero-text">
          <h1 tabIndex={-1}>{routes.home.heading}</h1>
          <p className="lead">
            Answer ten questions, show your work, and get a TrustTag: a verified skill badge with a score, a certificate
            and a date. Anyone can check it.
          </p>
          <dl className="key-facts">
            {keyFacts.map(({ term, text }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="actions">
            <Link className="button large" href={routes.createTrustTag.path}>
              Create TrustTag
              <Icon name="arrow" size={20} />
            </Link>
            <Link className="button quiet large" href={routes.verify.path}>
              Verify a TrustTag
            </Link>
          </p>
          <p className="hero-links">
            <Link href={routes.profile.path}>See a profile</Link>
            <Link href={routes.partnership.path}>Partner with us</Link>
            <BlockchainSecured />
          </p>
          {children}
        </div>
        <div className="hero-tag">
          <Rosette of={sampleTag.id} />
          <svg className="hero-thread" viewBox="0 0 120 200" aria-hidden="true">
            <path d="M20 186C4 128 70 108 58 62S76 8 120 0" />
          </svg>
          <Credential {...sampleTag} />
        </div>
      </div>
    </section>
  )
}

/** Its space is reserved, so that nothing shifts when the offer loads. */
export function OfferLine({ api }: { api: Pick<SiteApi, 'call'> }) {
  const offer = useFreeOffer(api)
  return (
    <p className="hero-offer">
      {offer && <Link href={routes.checkout.path}>One TrustTag free, for a limited time</Link>}
    </p>
  )
}

/** A plain GET form, so that it works before any script is loaded. */
export function CheckForm() {
  return (
    <form className="check-form" action={routes.verify.path} method="get">
      <div className="field">
        <label htmlFor="check-id">TrustTag ID</label>
        <input
          id="check-id"
          name="id"
          type="text"
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={sampleTag.id}
        />
      </div>
      <button type="submit" className="button">
        Verify
      </button>
      <p className="soft">
        Don’t have one?{' '}
        <a href={`${routes.verify.path}?id=${sampleTag.id}`}>
          Try the sample <span className="code">{sampleTag.id}</span>
        </a>
      </p>
    </form>
  )
}
