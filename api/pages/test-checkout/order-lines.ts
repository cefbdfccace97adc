import { html } from 'hono/html'
import type { TestAmounts } from '../../ports/test-pages'
import type { TestCheckoutRow } from '../../ports/test-payments-store'
import type { Html } from '../layout'
import { money, rhythm } from '../money'

/** What is bought: subtotal, coupon and total, and what follows later. */
export function orderLines({ price, coupon }: TestCheckoutRow, amounts: TestAmounts): Html {
  const show = (amountMinor: number): string => money(amountMinor, price.currency)
  const off = coupon && `Coupon ${coupon.id} (${coupon.percentOff}% off)`
  return html`<p class="product"><strong>${price.planName}</strong> · ${price.name}</p>
    <dl class="sum">
      <dt>Subtotal</dt>
      <dd>${show(amounts.subtotalMinor)}</dd>
      ${off ? line(off, show(-amounts.discountMinor)) : ''} ${hasTrial(price) ? line('Trial', dayCount(price)) : ''}
      <dt class="total">Total due today</dt>
      <dd class="total">${show(amounts.totalMinor)}</dd>
    </dl>
    ${later({ price, coupon }, amounts)}`
}

const line = (name: string, value: string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

type Price = TestCheckoutRow['price']

const hasTrial = ({ interval, trialDays }: Price): boolean => interval !== undefined && trialDays > 0
const dayCount = ({ trialDays }: Price): string => `${trialDays} ${trialDays === 1 ? 'day' : 'days'}`

function later({ price, coupon }: Pick<TestCheckoutRow, 'price' | 'coupon'>, amounts: TestAmounts): Html | '' {
  if (amounts.laterMinor === null) return ''
  const regular = `${money(amounts.laterMinor, price.currency)} ${rhythm(price.interval)}`
  if (!hasTrial(price)) return html`<p class="note">Then ${regular}, until it is cancelled.</p>`
  const first = money(amounts.subtotalMinor - amounts.discountMinor, price.currency)
  const payments = coupon?.duration === 'once' ? `${first} for the first payment, and then ${regular}` : regular
  return html`<p class="note">
    Your trial of ${dayCount(price)} is free. Nothing is charged before it ends; after it ${payments}, until it is
    cancelled.
  </p>`
}
