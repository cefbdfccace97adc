import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import { siteConfig } from '../../content/site-config'
import { moneyText } from '../../lib/prices'
import { routes } from '../../paths'
import { Notice } from '../../ui/status'
import type { MemberCredits } from '../issue/member-credits'
import { checkoutPath } from './checkout-address'
import { packageWith } from './packages'

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
