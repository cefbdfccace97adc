import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import { Notice } from '../../ui/status'
import type { MemberCredits } from '../issue/member-credits'
import { checkoutPath } from './checkout-address'
import { moneyText, packageWith } from './packages'

interface AfterPaymentProps {
  memberCredits: MemberCredits
  /** Id of the purchase, or `latest`. */
  asked: string
  attemptId: string | null
  reload: () => Promise<void>
}

/** What became of a payment. */
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
          ? 'No credit is left in your account.'
          : `${credits.available} ${credits.available === 1 ? 'credit waits' : 'credits wait'} in your account.`}
      </p>
    </section>
  )
}

const titles = {
  paid: 'Thank you. Your payment has arrived.',
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
      <p>The payment was not completed, and nothing was taken. You can choose again.</p>
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

/** The payment service may take a moment to tell us. */
function Confirming({ reload }: Pick<AfterPaymentProps, 'reload'>) {
  const [asked, setAsked] = useState(0)
  const isWaiting = asked < ASKED_MAX
  useEffect(() => {
    if (!isWaiting) return undefined
    const askAgain = () => void reload().finally(() => setAsked(asked + 1))
    // Less and less often.
    const timer = setTimeout(askAgain, ASK_AGAIN_MS * (asked + 1))
    return () => clearTimeout(timer)
  }, [asked, isWaiting, reload])
  return (
    <section className="card" aria-labelledby="confirming">
      <h2 id="confirming">Your payment is being confirmed</h2>
      <Notice
        text={
          isWaiting
            ? 'The payment service has not told us yet. This page asks again by itself.'
            : 'The payment service has not told us so far. Your credits come by themselves once it does; nothing is lost.'
        }
      />
      {!isWaiting && (
        <p className="actions">
          <button type="button" className="button quiet" onClick={() => setAsked(0)}>
            Ask again
          </button>
        </p>
      )}
    </section>
  )
}
