import { html } from 'hono/html'
import { findConnectionByPurchase, findPrice } from '../../plans/repository'
import type { Services } from '../../../http/services'
import { findAppById } from '../../apps/repository'
import { type Html, layout, type Page, redirectTo } from '../../../http/page-kit'
import { money } from '../../plans/serializers'
import type { OrderedPrice } from '../provider'
import { changeAtProvider } from '../reconcile'
import { checkTeamFits } from '../checkout'
import { amountText } from './checkout-page'
import type { TestChargeRow, TestSubscriptionRow } from './repository'
import { type TestSimulation, testSimulations } from './subscription-rules'
import type { TestPages, TestPortal } from './test-payments'
import { text } from './page-texts'

/** Purchases, payments, and buttons for customer actions and simulated events. Opening the page changes nothing. */
export const testPortal: Page = async (services, { url, form }) => {
  const session = (form ?? url.searchParams).get('session') ?? ''
  const { testPages } = services.payments
  const portal = await testPages.findPortal(session)
  if (!portal) return unknown()
  if (!form) return overview(testPages, session, portal, url.searchParams.get('result'))
  const subscription = portal.subscriptions.find(({ id }) => id === form.get('sale'))
  const isDone =
    subscription !== undefined &&
    (await changeAtProvider(services, subscription.purchaseId, () => act(services, portal, subscription, form)))
  // A redirect, so that a reload repeats nothing.
  return redirectTo(`/test/portal?${new URLSearchParams({ session, result: isDone ? 'done' : 'outdated' })}`)
}

async function act(
  services: Services,
  portal: TestPortal,
  subscription: TestSubscriptionRow,
  form: URLSearchParams,
): Promise<boolean> {
  const pages = services.payments.testPages
  const seen = Number(form.get('seen'))
  const action = form.get('action') ?? ''
  const [, priceId] = /^change:(.+)$/u.exec(action) ?? []
  if (priceId !== undefined) {
    await requireFittingTeam(services, subscription, priceId)
    return pages.change(subscription.id, seen, priceId, portal)
  }
  const event = testSimulations.find((name) => name === action)
  return event ? pages.simulate(subscription.id, seen, event) : false
}

/** The portal refuses what the site refuses. @throws ApiError `cannot-change-team-account` */
async function requireFittingTeam(
  { store }: Services,
  subscription: TestSubscriptionRow,
  priceId: string,
): Promise<void> {
  const app = await findAppById(store, subscription.price.appId)
  const plan = app && findPrice(app, priceId)?.plan
  const connection = await findConnectionByPurchase(store, subscription.purchaseId)
  if (plan && connection) await checkTeamFits(store, connection, plan)
}

const results: ReadonlyMap<string, { className: string; sentence: string }> = new Map([
  ['done', { className: 'notice', sentence: text('done') }],
  ['outdated', { className: 'error', sentence: text('outdated') }],
])

function overview(pages: TestPages, session: string, portal: TestPortal, result: string | null): Promise<Response> {
  const notice = results.get(result ?? '')
  const { subscriptions, charges, returnUrl } = portal
  return layout({
    title: text('portalTitle'),
    appName: portal.appName,
    width: 'wide',
    content: html`<p><a href="${returnUrl}">${text('back')}</a></p>
      <p class="note">${text('portalTestMode')}</p>
      ${notice ? html`<p class="${notice.className}" role="status">${notice.sentence}</p>` : ''}
      ${subscriptions.length === 0 ? html`<p>${text('noPurchases')}</p>` : ''}
      ${subscriptions.map((subscription) => subscriptionCard({ subscription, session, pages, portal }))}
      <h2>${text('payments')}</h2>
      ${paymentsList(charges)}`,
  })
}

function unknown(): Promise<Response> {
  return layout({
    title: text('portalExpiredTitle'),
    status: 410,
    content: html`<p>${text('portalExpired')}</p>`,
  })
}

/** The name of each button, and whether the customer acts or an event is simulated. */
const names: Readonly<Record<TestSimulation, { name: string; by: 'customer' | 'time' }>> = {
  pay: { name: text('payNow'), by: 'customer' },
  keep: { name: text('keepPlan'), by: 'customer' },
  cancel: { name: text('cancelPlan'), by: 'customer' },
  'cancel-now': { name: text('cancelNow'), by: 'customer' },
  renew: { name: text('renew'), by: 'time' },
  'end-trial': { name: text('endTrial'), by: 'time' },
  fail: { name: text('failNext'), by: 'time' },
  refund: { name: text('refund'), by: 'time' },
  dispute: { name: text('dispute'), by: 'time' },
}

const statuses: Readonly<Record<TestSubscriptionRow['status'], string>> = {
  ACTIVE: text('active'),
  TRIALING: text('trial'),
  REQUIRES_PAYMENT: text('paymentFailed'),
  REQUIRES_AUTHENTICATION: text('confirmationNeeded'),
  CANCELED: text('canceled'),
}

interface SubscriptionCardOptions {
  subscription: TestSubscriptionRow
  session: string
  pages: Pick<TestPages, 'simulationsOf' | 'changesOf'>
  portal: TestPortal
}

/** A purchase with its state and its buttons. */
function subscriptionCard({ subscription, session, pages, portal }: SubscriptionCardOptions): Html {
  const { price } = subscription
  const title = `${price.planName}, ${price.name}`
  const simulations = pages.simulationsOf(subscription)
  const button = (event: TestSimulation) =>
    actionForm({ session, subscription, title, value: event, name: names[event].name })
  const of = (by: 'customer' | 'time') => simulations.filter((event) => names[event].by === by).map(button)
  const changes = pages
    .changesOf(subscription, portal)
    .map((to) => actionForm({ session, subscription, title, value: `change:${to.id}`, name: changeText(to) }))
  const customers = [...of('customer'), ...changes]
  const simulated = of('time')
  return html`<section class="sale">
    <h2>${title}</h2>
    <dl>
      <dt>${text('status')}</dt>
      <dd>${price.interval ? statuses[subscription.status] : paidOnce(subscription)}</dd>
      <dt>${text('price')}</dt>
      <dd>${amountText(price.amountMinor, price)}</dd>
      ${subscription.coupon && !subscription.coupon.isUsed ? row(text('couponRow'), text('couponValue', { id: subscription.coupon.id, percent: subscription.coupon.percentOff })) : ''}
      ${dates(subscription)}
    </dl>
    ${customers.length > 0 ? html`<div class="actions">${customers}</div>` : ''}
    ${
      simulated.length > 0
        ? html`<h3>${text('simulate')}</h3>
            <div class="actions">${simulated}</div>`
        : ''
    }
  </section>`
}

const changeText = ({ planName, name, amountMinor, ...price }: OrderedPrice): string =>
  text('changeTo', { plan: planName, price: name, amount: amountText(amountMinor, price) })

function paidOnce({ status, paymentStatus }: TestSubscriptionRow): string {
  if (paymentStatus === 'REFUNDED') return text('refunded')
  return text(status === 'CANCELED' ? 'disputed' : 'paidOnce')
}

function dates({ status, createdAt, nextBillingAt, cancelAt }: TestSubscriptionRow): Html {
  const next = text(status === 'TRIALING' ? 'trialEnds' : 'nextPayment')
  // Until what failed is paid, nothing comes after it.
  const isWaiting = status === 'REQUIRES_PAYMENT' || cancelAt !== null
  const ends = text(status === 'CANCELED' ? 'endedOn' : 'endsOn')
  return html`${row(text('boughtOn'), day(createdAt))}
  ${nextBillingAt !== null && !isWaiting ? row(next, day(nextBillingAt)) : ''}
  ${cancelAt === null ? '' : row(ends, day(cancelAt))}`
}

const row = (name: string, value: Html | string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

interface ActionOptions {
  session: string
  subscription: TestSubscriptionRow
  title: string
  value: string
  name: string
}

/** Sends the version that was shown, so that a second click on an outdated page does nothing. */
function actionForm({ session, subscription, title, value, name }: ActionOptions): Html {
  const date = new Date(subscription.createdAt).toISOString().slice(0, 10)
  return html`<form method="post" action="/test/portal">
    <input type="hidden" name="session" value="${session}" />
    <input type="hidden" name="sale" value="${subscription.id}" />
    <input type="hidden" name="seen" value="${subscription.version}" />
    <button class="quiet" name="action" value="${value}">
      ${name}<span class="hidden"> ${text('ofPurchase', { title, date })}</span>
    </button>
  </form>`
}

const chargeStatuses: Readonly<Record<TestChargeRow['status'], string>> = {
  PAID: text('chargePaid'),
  FAILED: text('chargeFailed'),
  REFUNDED: text('chargeRefunded'),
}

function paymentsList(charges: readonly TestChargeRow[]): Html {
  if (charges.length === 0) return html`<p>${text('noPayments')}</p>`
  return html`<div class="scroll" role="region" aria-label="${text('payments')}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${text('date')}</th>
          <th scope="col">${text('description')}</th>
          <th scope="col">${text('status')}</th>
          <th scope="col" class="amount">${text('amount')}</th>
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
    <td>${amountMinor < 0 ? text('credited') : chargeStatuses[status]}</td>
    <td class="amount">${money(amountMinor, currency)}</td>
  </tr>`
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`, in UTC. */
function day(time: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}">${format.format(time)}</time>`
}
