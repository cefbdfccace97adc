import { html } from 'hono/html'
import type { OrderedPrice } from '../../ports/payments'
import type { TestPages, TestPlay, TestPortal } from '../../ports/test-pages'
import type { TestSaleRow } from '../../ports/test-payments-store'
import type { Html } from '../layout'
import { money, rhythm } from '../money'
import { day } from './day'

/** What each thing is called on its button, and whether a customer does it here, or time or others bring it. */
const names: Readonly<Record<TestPlay, { name: string; by: 'customer' | 'time' }>> = {
  pay: { name: 'Pay now', by: 'customer' },
  keep: { name: 'Keep plan', by: 'customer' },
  cancel: { name: 'Cancel plan', by: 'customer' },
  'cancel-now': { name: 'Cancel now', by: 'customer' },
  renew: { name: 'Renew', by: 'time' },
  'end-trial': { name: 'End the trial', by: 'time' },
  fail: { name: 'Fail the next payment', by: 'time' },
  refund: { name: 'Refund the payment', by: 'time' },
  dispute: { name: 'Dispute the payment', by: 'time' },
}

const statuses: Readonly<Record<TestSaleRow['status'], string>> = {
  ACTIVE: 'Active',
  TRIALING: 'Trial',
  REQUIRES_PAYMENT: 'Payment failed',
  REQUIRES_AUTHENTICATION: 'Confirmation needed',
  CANCELED: 'Cancelled',
}

export interface SaleCardOptions {
  sale: TestSaleRow
  session: string
  pages: Pick<TestPages, 'playsOf' | 'changesOf'>
  portal: TestPortal
}

/** One purchase: how it stands, and what can be done to it. */
export function saleCard({ sale, session, pages, portal }: SaleCardOptions): Html {
  const { price } = sale
  const title = `${price.planName}, ${price.name}`
  const plays = pages.playsOf(sale)
  const button = (play: TestPlay) => action({ session, sale, title, value: play, name: names[play].name })
  const of = (by: 'customer' | 'time') => plays.filter((play) => names[play].by === by).map(button)
  const changes = pages
    .changesOf(sale, portal)
    .map((to) => action({ session, sale, title, value: `change:${to.id}`, name: `Change to ${offered(to)}` }))
  const customers = [...of('customer'), ...changes]
  const played = of('time')
  return html`<section class="sale">
    <h2>${title}</h2>
    <dl>
      <dt>Status</dt>
      <dd>${price.interval ? statuses[sale.status] : paidOnce(sale)}</dd>
      <dt>Price</dt>
      <dd>${money(price.amountMinor, price.currency)} ${rhythm(price.interval)}</dd>
      ${sale.coupon && !sale.coupon.isUsed ? row('Coupon', `${sale.coupon.id} (${sale.coupon.percentOff}% off)`) : ''}
      ${dates(sale)}
    </dl>
    ${customers.length > 0 ? html`<div class="actions">${customers}</div>` : ''}
    ${
      played.length > 0
        ? html`<h3>Play what time or others would bring</h3>
            <div class="actions">${played}</div>`
        : ''
    }
  </section>`
}

const offered = ({ planName, name, amountMinor, currency, interval }: OrderedPrice): string =>
  `${planName}, ${name} (${money(amountMinor, currency)} ${rhythm(interval)})`

function paidOnce({ status, paymentStatus }: TestSaleRow): string {
  if (paymentStatus === 'REFUNDED') return 'Refunded'
  return status === 'CANCELED' ? 'Disputed' : 'Paid once'
}

function dates({ status, createdAt, nextBillingAt, cancelAt }: TestSaleRow): Html {
  const next = status === 'TRIALING' ? 'Trial ends on' : 'Next payment on'
  // Until what failed is paid, nothing comes after it.
  const isWaiting = status === 'REQUIRES_PAYMENT' || cancelAt !== null
  const ends = status === 'CANCELED' ? 'Ended on' : 'Ends on'
  return html`${row('Bought on', day(createdAt))}
  ${nextBillingAt !== null && !isWaiting ? row(next, day(nextBillingAt)) : ''}
  ${cancelAt === null ? '' : row(ends, day(cancelAt))}`
}

const row = (name: string, value: Html | string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

interface ActionOptions {
  session: string
  sale: TestSaleRow
  title: string
  value: string
  name: string
}

/** A form of its own: what was seen goes with it, so that a second click on an old page does nothing twice. */
function action({ session, sale, title, value, name }: ActionOptions): Html {
  return html`<form method="post" action="/test/portal">
    <input type="hidden" name="session" value="${session}" />
    <input type="hidden" name="sale" value="${sale.id}" />
    <input type="hidden" name="seen" value="${sale.version}" />
    <button class="quiet" name="action" value="${value}">
      ${name}<span class="hidden"> – ${title}, bought on ${new Date(sale.createdAt).toISOString().slice(0, 10)}</span>
    </button>
  </form>`
}
