import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { sampleTag } from '../../content/sample-tag'
import { routes } from '../../paths'
import { BlockchainSecured } from '../../ui/blockchain-secured'
import { Credential } from '../../ui/credential'
import { Icon } from '../../ui/icon'
import { Rosette } from '../../ui/rosette'

/** What this is, in one sentence and one thing. @param children what is to be said below the ways on */
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
