import { Link } from 'wouter'
import { routes } from '../../paths'
import { Alert, Notice } from '../../ui/status'
import type { Account, AccountState } from '../account/account'
import type { MemberCredits } from '../issue/member-credits'
import { checkoutPath } from './checkout-address'

interface CreditsCardProps {
  status: AccountState['status']
  /** Null until loaded. */
  memberCredits: MemberCredits | null
  failed: boolean
  attemptId: string | null
}

/** A member with a credit does not need to buy. The card has its place from the start, so that nothing shifts. */
export function CreditsCard({ status, memberCredits, failed, attemptId }: CreditsCardProps) {
  return (
    <section className="credits-card" aria-label="Your credits">
      {status === 'loggedIn' ? <OfMember {...{ memberCredits, failed, attemptId }} /> : <OfVisitor />}
    </section>
  )
}

/** The membership script opens its dialog for this link; without the script, the linked page has the form. */
function OfVisitor() {
  return (
    <>
      <p>Already have credits?</p>
      <a className="button quiet" href={routes.login.path} data-ms-modal="login">
        Login
      </a>
    </>
  )
}

function OfMember({ memberCredits, failed, attemptId }: Omit<CreditsCardProps, 'status'>) {
  if (!memberCredits) return <p aria-live="polite">{failed ? NOT_KNOWN : 'Looking up your credits...'}</p>
  const { available } = memberCredits.credits
  const canIssue = memberCredits.ready.length > 0
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

const NOT_KNOWN = 'Your credits could not be loaded. You can still buy.'

function creditsText(available: number): string {
  if (available === 0) return 'You have no credits yet. Choose a package.'
  return `You have ${available} ${available === 1 ? 'credit' : 'credits'}. Use ${available === 1 ? 'it' : 'one'} instead of buying.`
}

interface MemberNeededProps {
  account: Pick<Account, 'check'>
  state: AccountState
  /** The content for a member. */
  what: string
}

/** Placeholder for member content. The membership script opens its dialogs for the links. */
export function MemberNeeded({ account, state: { status, checkFailed }, what }: MemberNeededProps) {
  if (checkFailed)
    return (
      <>
        <Alert text="Your account could not be reached. Nothing is lost." />
        <p className="actions">
          <button type="button" className="button" onClick={() => void account.check()}>
            Try again
          </button>
        </p>
      </>
    )
  if (status !== 'loggedOut') return <Notice text="Loading..." />
  return (
    <section className="card">
      <h2>Please log in</h2>
      <p>{what}</p>
      <p className="actions">
        <a className="button" href={routes.login.path} data-ms-modal="login">
          Login
        </a>
        <a className="button quiet" href={routes.signup.path} data-ms-modal="signup">
          Sign Up
        </a>
      </p>
    </section>
  )
}
