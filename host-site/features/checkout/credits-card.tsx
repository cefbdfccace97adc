import { Link } from 'wouter'
import { routes } from '../../paths'
import type { Holding } from '../issue/holding'
import { checkoutPath } from './checkout-address'

export interface CreditsCardProps {
  /** Null while it is not known what the member has. */
  holding: Holding | null
  failed: boolean
  attemptId: string | null
}

/** What a member has already: who has a credit needs to buy nothing. */
export function CreditsCard({ holding, failed, attemptId }: CreditsCardProps) {
  const available = holding?.credits.available ?? 0
  return (
    <section className="credits-card" aria-label="Your credits">
      <p aria-live="polite">
        {failed && !holding ? NOT_KNOWN : holding ? creditsText(available) : 'Looking up your credits...'}
      </p>
      {holding && available > 0 && (
        <Link
          className="button"
          href={holding.ready.length > 0 ? checkoutPath({ attemptId, issue: true }) : routes.createTrustTag.path}
        >
          {holding.ready.length > 0 ? 'Issue TrustTag' : 'Choose a skill'}
        </Link>
      )}
    </section>
  )
}

const NOT_KNOWN = 'Your credits could not be looked up. You can buy all the same.'

function creditsText(available: number): string {
  if (available === 0) return 'You have no credits yet. Choose a package.'
  return `You have ${available} ${available === 1 ? 'credit' : 'credits'}. You need to buy nothing for your next TrustTag.`
}
