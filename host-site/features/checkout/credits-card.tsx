import { Link } from 'wouter'
import { routes } from '../../paths'
import type { AccountState } from '../account/account-state'
import type { Holding } from '../issue/holding'
import { checkoutPath } from './checkout-address'

export interface CreditsCardProps {
  /** Of who is logged in. */
  status: AccountState['status']
  /** Null while it is not known what the member has. */
  holding: Holding | null
  failed: boolean
  attemptId: string | null
}

/**
 * What a member has already: who has a credit needs to buy nothing. It has its place from the start, so that nothing moves when
 * it is known who is there.
 */
export function CreditsCard({ status, holding, failed, attemptId }: CreditsCardProps) {
  return (
    <section className="credits-card" aria-label="Your credits">
      {status === 'loggedIn' ? <OfMember {...{ holding, failed, attemptId }} /> : <OfVisitor />}
    </section>
  )
}

/** The membership script opens its dialog for the link; without it, it leads to the page that has the form. */
function OfVisitor() {
  return (
    <>
      <p>Do you have credits already?</p>
      <a className="button quiet" href={routes.login.path} data-ms-modal="login">
        Login
      </a>
    </>
  )
}

function OfMember({ holding, failed, attemptId }: Omit<CreditsCardProps, 'status'>) {
  if (!holding) return <p aria-live="polite">{failed ? NOT_KNOWN : 'Looking up your credits...'}</p>
  const { available } = holding.credits
  const canIssue = holding.ready.length > 0
  return (
    <>
      <p aria-live="polite">{creditsText(available)}</p>
      {available > 0 && (
        <Link
          className="button"
          href={canIssue ? checkoutPath({ attemptId, issue: true }) : routes.createTrustTag.path}
        >
          {canIssue ? 'Issue TrustTag' : 'Choose a skill'}
        </Link>
      )}
    </>
  )
}

const NOT_KNOWN = 'Your credits could not be looked up. You can buy all the same.'

function creditsText(available: number): string {
  if (available === 0) return 'You have no credits yet. Choose a package.'
  return `You have ${available} ${available === 1 ? 'credit' : 'credits'}. Use ${available === 1 ? 'it' : 'one'} instead of buying.`
}
