import { html } from 'hono/html'
import { changeAtProvider } from '../settle'
import { checkTeamFits } from '../subscriptions'
import { findPrice } from '../../plans/connections'
import type { Services } from '../../../ports/services'
import { testPlays } from './test-pages'
import type { TestPages, TestPlay, TestPortal } from './test-pages'
import type { TestChargeRow, TestSaleRow } from '../../../ports/test-payments-store'
import { layout } from '../../../pages/layout'
import type { Page } from '../../../pages/page'
import { redirectTo } from '../../../pages/redirect-to'
import type { OrderedPrice } from '../provider'
import type { Html } from '../../../pages/layout'
import { money } from '../../plans/serializers'
import { rhythm } from './checkout-page'

/**
 * The customer portal of the test provider: what was bought, what was paid, and buttons for what a customer would do and for
 * what time or others would bring. Opening it changes nothing.
 */
export const testPortal: Page = async (services, { url, form }) => {
  const session = (form ?? url.searchParams).get('session') ?? ''
  const { testPages } = services.payments
  const portal = await testPages.findPortal(session)
  if (!portal) return unknown()
  if (!form) return overview(testPages, session, portal, url.searchParams.get('result'))
  const sale = portal.sales.find(({ id }) => id === form.get('sale'))
  const isDone =
    sale !== undefined && (await changeAtProvider(services, sale.purchaseId, () => act(services, portal, sale, form)))
  // A reload of the next page repeats nothing.
  return redirectTo(`/test/portal?${new URLSearchParams({ session, result: isDone ? 'done' : 'outdated' })}`)
}

async function act(services: Services, portal: TestPortal, sale: TestSaleRow, form: URLSearchParams): Promise<boolean> {
  const pages = services.payments.testPages
  const seen = Number(form.get('seen'))
  const action = form.get('action') ?? ''
  const [, priceId] = /^change:(.+)$/u.exec(action) ?? []
  if (priceId !== undefined) {
    await requireFittingTeam(services, sale, priceId)
    return pages.change(sale.id, seen, priceId, portal)
  }
  const play = testPlays.find((name) => name === action)
  return play ? pages.play(sale.id, seen, play) : false
}

/** What the site refuses, its portal does too. @throws ApiError `cannot-change-team-account` */
async function requireFittingTeam({ store }: Services, sale: TestSaleRow, priceId: string): Promise<void> {
  const app = await store.apps.findById(sale.price.appId)
  const plan = app && findPrice(app, priceId)?.plan
  const connection = await store.planConnections.findByPurchase(sale.purchaseId)
  if (plan && connection) await checkTeamFits(store, connection, plan)
}

const results: ReadonlyMap<string, { className: string; sentence: string }> = new Map([
  ['done', { className: 'notice', sentence: 'Done.' }],
  ['outdated', { className: 'error', sentence: 'Nothing was changed: this page was not up to date. It is now.' }],
])

function overview(pages: TestPages, session: string, portal: TestPortal, result: string | null): Promise<Response> {
  const said = results.get(result ?? '')
  const { sales, charges, returnUrl } = portal
  return layout({
    title: 'Your plans and payments',
    appName: portal.appName,
    width: 'wide',
    content: html`<p><a href="${returnUrl}">Back</a></p>
      <p class="note">Test Mode: nothing is charged, and no time passes by itself.</p>
      ${said ? html`<p class="${said.className}" role="status">${said.sentence}</p>` : ''}
      ${sales.length === 0 ? html`<p>You have not bought anything yet.</p>` : ''}
      ${sales.map((sale) => saleCard({ sale, session, pages, portal }))}
      <h2>Payments</h2>
      ${paymentsList(charges)}`,
  })
}

function unknown(): Promise<Response> {
  return layout({
    title: 'This page has ended',
    status: 410,
    content: html`<p>Its address works for an hour. Open it again on the site, from your profile.</p>`,
  })
}

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
  const button = (play: TestPlay) => actionForm({ session, sale, title, value: play, name: names[play].name })
  const of = (by: 'customer' | 'time') => plays.filter((play) => names[play].by === by).map(button)
  const changes = pages
    .changesOf(sale, portal)
    .map((to) => actionForm({ session, sale, title, value: `change:${to.id}`, name: `Change to ${offered(to)}` }))
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
function actionForm({ session, sale, title, value, name }: ActionOptions): Html {
  return html`<form method="post" action="/test/portal">
    <input type="hidden" name="session" value="${session}" />
    <input type="hidden" name="sale" value="${sale.id}" />
    <input type="hidden" name="seen" value="${sale.version}" />
    <button class="quiet" name="action" value="${value}">
      ${name}<span class="hidden"> – ${title}, bought on ${new Date(sale.createdAt).toISOString().slice(0, 10)}</span>
    </button>
  </form>`
}

const chargeStatuses: Readonly<Record<TestChargeRow['status'], string>> = {
  PAID: 'Paid',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
}

/** What was paid, newest first. */
export function paymentsList(charges: readonly TestChargeRow[]): Html {
  if (charges.length === 0) return html`<p>Nothing has been paid yet.</p>`
  return html`<div class="scroll" role="region" aria-label="Payments" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What for</th>
          <th scope="col">Status</th>
          <th scope="col" class="amount">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${charges.map(entry)}
      </tbody>
    </table>
  </div>`
}

function entry({ createdAt, reason, status, amountMinor, currency }: TestChargeRow): Html {
  return html`<tr>
    <td>${day(createdAt)}</td>
    <td>${reason}</td>
    <td>${amountMinor < 0 ? 'Credited' : chargeStatuses[status]}</td>
    <td class="amount">${money(amountMinor, currency)}</td>
  </tr>`
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`; the day of the server's calendar, UTC. */
export function day(time: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}">${format.format(time)}</time>`
}
