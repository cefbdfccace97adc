import { Link } from 'wouter'
import { routes } from '../../paths'
import { Alert, Notice } from '../../ui/status'
import { type Account, type AccountState, failureText } from '../account/account'
import type { MemberCredits } from '../issue/member-credits'
import { checkoutPath } from './checkout-address'
import { useEffect, useState } from 'react'
import { useHydrated } from '../../lib/browser'
import { packageWith } from '../../../contract/trusttag-packages'
import { formatDay, moneyText } from '../../lib/format'
import type { SiteApi } from '../../lib/site-api'
import { UNEXPECTED } from '../../lib/site-results'
import { useFreeOffer } from '../../lib/use-loaded'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import { siteConfig } from '../../content/site-config'

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

interface FreeOfferProps {
  api: Pick<SiteApi, 'call'>
  account: Pick<Account, 'join' | 'sendVerificationMail'>
  /** A credit was added. */
  onClaimed: () => void
}

export function FreeOffer({ api, ...props }: FreeOfferProps) {
  const hydrated = useHydrated()
  const offer = useFreeOffer(api)
  if (!hydrated || !offer) return null
  return (
    <section className="card free-offer" aria-labelledby="free-offer">
      <h2 id="free-offer">One TrustTag free, for a limited time</h2>
      <p>
        Each verified email address gets one credit
        {offer.endsAt === null ? '' : `, until ${formatDay(offer.endsAt)}`}. No card needed.
      </p>
      <Claim api={api} {...props} />
    </section>
  )
}

type ClaimOutcome = { notice: string } | { alert: string; unverified?: true }

function Claim({ api, account, onClaimed }: FreeOfferProps) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ClaimOutcome>({ notice: '' })

  async function claim(): Promise<ClaimOutcome> {
    const joined = await account.join()
    if (!joined.success) return { alert: joined.error || UNEXPECTED }
    if (!joined.member) return { notice: '' }
    const result = await api.call('claimFreeTag', {})
    if (!result.success)
      return { alert: result.error || UNEXPECTED, ...(result.code === 'email-not-verified' && { unverified: true }) }
    onClaimed()
    return { notice: result.message }
  }
  async function sendAgain(): Promise<ClaimOutcome> {
    const sent = await account.sendVerificationMail()
    if (!sent.success) return { alert: failureText(sent, UNEXPECTED), unverified: true }
    return { notice: 'We sent the email. Open its link, then come back here and claim your credit.' }
  }
  const run = (work: () => Promise<ClaimOutcome>) => async () => {
    if (busy) return
    setBusy(true)
    setOutcome(await work().catch(() => ({ alert: UNEXPECTED })))
    setBusy(false)
  }

  return (
    <>
      <Notice text={'notice' in outcome ? outcome.notice : ''} />
      <Alert text={'alert' in outcome ? outcome.alert : ''} />
      <p className="actions">
        <button
          type="button"
          className="button quiet"
          aria-disabled={busy || undefined}
          onClick={() => void run(claim)()}
        >
          Claim the free TrustTag
        </button>
        {'unverified' in outcome && (
          <button type="button" className="button quiet" onClick={() => void run(sendAgain)()}>
            Send the email again
          </button>
        )}
      </p>
    </>
  )
}

interface AfterPaymentProps {
  memberCredits: MemberCredits
  /** ID of the purchase, or `latest`. */
  asked: string
  attemptId: string | null
  reload: () => Promise<void>
}

export function AfterPayment({ memberCredits: { purchases, credits }, asked, attemptId, reload }: AfterPaymentProps) {
  const purchase = purchases.find(({ id }) => id === asked) ?? purchases[0]
  if (!purchase || purchase.status === 'expired') return <NothingPaid attemptId={attemptId} />
  if (purchase.status === 'open') return <Confirming reload={reload} />
  return (
    <section className="card paid" aria-labelledby="paid">
      <h2 id="paid">{titles[purchase.status]}</h2>
      <PurchaseFacts purchase={purchase} />
      <p>
        {purchase.status === 'paid' && `A receipt is on its way to ${purchase.userEmail}. `}
        {credits.available === 0
          ? 'You have no credits left.'
          : `You have ${credits.available} ${credits.available === 1 ? 'credit' : 'credits'} in your account.`}
      </p>
      <p className="hint">
        A question about it? <Link href={routes.contact.path}>Write to us</Link>: paying customers get a reply{' '}
        {siteConfig.paidReply}.
      </p>
    </section>
  )
}

const titles = {
  paid: 'Thank you. We received your payment.',
  refunded: 'This purchase was refunded.',
  disputed: 'The payment of this purchase is disputed.',
} as const satisfies Partial<Record<TagPurchase['status'], string>>

function PurchaseFacts({
  purchase: { packageType, numberOfTags, totalAmount, currency, selectedSkills },
}: {
  purchase: TagPurchase
}) {
  return (
    <dl className="details">
      <div>
        <dt>Package</dt>
        <dd>{packageWith(packageType)?.name ?? packageType}</dd>
      </div>
      <div>
        <dt>TrustTags</dt>
        <dd>{numberOfTags}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{moneyText(totalAmount, currency)}</dd>
      </div>
      {selectedSkills.length > 0 && (
        <div>
          <dt>For</dt>
          <dd>{selectedSkills.join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}

function NothingPaid({ attemptId }: Pick<AfterPaymentProps, 'attemptId'>) {
  return (
    <section className="card" aria-labelledby="unpaid">
      <h2 id="unpaid">Nothing was paid</h2>
      <p>The payment was not completed, and you were not charged. You can choose again.</p>
      <p className="actions">
        <Link className="button" href={checkoutPath({ attemptId })}>
          Back to the packages
        </Link>
      </p>
    </section>
  )
}

const ASK_AGAIN_MS = 3_000
const ASKED_MAX = 8

/** The payment service may confirm late. */
function Confirming({ reload }: Pick<AfterPaymentProps, 'reload'>) {
  const [asked, setAsked] = useState(0)
  const isWaiting = asked < ASKED_MAX
  useEffect(() => {
    if (!isWaiting) return undefined
    const askAgain = () => void reload().finally(() => setAsked(asked + 1))
    // Back off.
    const timer = setTimeout(askAgain, ASK_AGAIN_MS * (asked + 1))
    return () => clearTimeout(timer)
  }, [asked, isWaiting, reload])
  return (
    <section className="card" aria-labelledby="confirming">
      <h2 id="confirming">Your payment is being confirmed</h2>
      <Notice
        text={
          isWaiting
            ? 'The payment service has not confirmed it yet. This page checks again automatically.'
            : 'The payment service has not confirmed it so far. Your credits appear once it does. Nothing is lost.'
        }
      />
      {!isWaiting && (
        <p className="actions">
          <button type="button" className="button quiet" onClick={() => setAsked(0)}>
            Check again
          </button>
        </p>
      )}
    </section>
  )
}
