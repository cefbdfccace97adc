import { useRef } from 'react'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import { refundRule } from '../../../contract/refund-rule'
import { formatDay } from '../../lib/format-day'
import { moneyText } from '../checkout/price-text'
import { packageWith } from '../checkout/package-with'
import type { Holding } from '../issue/holding'
import { ConfirmButton } from './confirm-button'
import { Figure } from './figure'
import type { PanelProps } from './panel'
import type { ProfileActions } from './profile-actions'

export interface PurchasesProps extends Pick<PanelProps, 'say'> {
  holding: Pick<Holding, 'purchases' | 'credits'>
  refund: ProfileActions['refund']
}

/** What was bought, what of it is left, and the money back for what is unused. */
export function Purchases({ holding: { purchases, credits }, refund, say }: PurchasesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = purchases.filter(({ status }) => status !== 'expired')
  return (
    <section aria-labelledby="purchases">
      <h2 id="purchases" ref={heading} tabIndex={-1}>
        Credits and purchases
      </h2>
      <dl className="stats">
        <Figure name="Credits to use">{credits.available}</Figure>
        <Figure name="Used">{credits.spent}</Figure>
        <Figure name="Refunded">{credits.refunded}</Figure>
      </dl>
      {shown.length === 0 ? (
        <p className="soft">Nothing was bought yet.</p>
      ) : (
        <ul className="purchases">
          {shown.map((purchase) => (
            <li key={purchase.id} className="setting">
              <PurchaseLine {...purchase} />
              {refund && purchase.refundableUntil !== null && (
                <ConfirmButton
                  className="button quiet"
                  confirmClass="button"
                  label="Refund"
                  busyLabel="Refunding..."
                  keepLabel="Keep credits"
                  title={`Refund ${purchase.unusedTags} unused ${purchase.unusedTags === 1 ? 'credit' : 'credits'}?`}
                  text={`They leave your account at once, and the money goes back the way it came. ${refundRule}`}
                  act={() => refund(purchase)}
                  onDone={(outcome) => {
                    // The button goes; the focus must not.
                    heading.current?.focus()
                    say(outcome)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PurchaseLine(purchase: TagPurchase) {
  const { packageType, createdAt, paidAt, totalAmount, currency, refundableUntil } = purchase
  return (
    <div>
      <h3>
        {packageWith(packageType)?.name ?? packageType}, {moneyText(totalAmount, currency)}
      </h3>
      <p className="soft">
        <time dateTime={paidAt ?? createdAt}>{formatDay(paidAt ?? createdAt)}</time>. {stateText(purchase)}
        {refundableUntil !== null && ` Refundable until ${formatDay(refundableUntil)}.`}
      </p>
    </div>
  )
}

function stateText({ status, unusedTags, numberOfTags, refundedAmount, currency }: TagPurchase): string {
  if (status === 'open') return 'Not paid yet.'
  if (status === 'disputed') return 'The payment is disputed.'
  if (status === 'refunded') return 'Refunded.'
  const left = `${unusedTags} of ${numberOfTags} unused.`
  return refundedAmount > 0 ? `${left} ${moneyText(refundedAmount, currency)} refunded.` : left
}
