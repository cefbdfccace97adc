import { money } from '../../plans/serializers'
import { html } from 'hono/html'
import { reasonOf } from '../../../domain/payments/reason-of'
import { settlePurchase } from '../settle'
import type { Services } from '../../../ports/services'
import type { TestCheckoutRow } from '../../../ports/test-payments-store'
import { layout } from '../../../pages/layout'
import type { Page } from '../../../pages/page'
import { redirectTo } from '../../../pages/redirect-to'
import { cardForm, offerPolicy, readCard, testCardOffer } from './card-form'
import type { CardProblem } from './card-form'
import type { TestAmounts } from './test-pages'
import type { Html } from '../../../pages/layout'
import type { PriceDefinition } from '../../apps/definition'

/** The checkout of the test provider. Opening it changes nothing; paying it twice charges once. */
export const testCheckout: Page = async (services, { method, url, form, address }) => {
  if (method === 'POST') await services.rateLimiter.take('testCardsPerAddress', address)
  const session = (form ?? url.searchParams).get('session') ?? ''
  const checkout = await services.payments.testPages.findCheckout(session)
  if (!checkout) return unknown()
  if (checkout.status === 'EXPIRED') return expired(checkout)
  if (checkout.status === 'PAID') return form ? lead(services, checkout) : paid(checkout)
  if (!form) return question(services, checkout)
  const problem = readCard(form, services.clock.now())
  return problem ? question(services, checkout, form, problem) : pay(services, checkout)
}

async function pay(services: Services, checkout: TestCheckoutRow): Promise<Response> {
  const status = await services.payments.testPages.pay(checkout.sessionId)
  return status === 'PAID' ? lead(services, checkout) : expired(checkout)
}

/** On to the site, with what was paid for. A grant that fails now is made up for when the member is back there. */
async function lead(services: Services, { purchaseId, successUrl }: TestCheckoutRow): Promise<Response> {
  await settlePurchase(services, purchaseId).catch((error: unknown) =>
    services.log.error({ purchase: purchaseId, reason: reasonOf(error) }, 'a paid purchase could not be granted yet'),
  )
  const purchase = await services.store.purchases.find(purchaseId)
  const isReturned = purchase?.status === 'REFUNDED' || purchase?.status === 'DUPLICATE'
  return isReturned ? returned(successUrl) : redirectTo(successUrl)
}

async function question(
  services: Services,
  checkout: TestCheckoutRow,
  typed: URLSearchParams | null = null,
  problem: CardProblem | null = null,
): Promise<Response> {
  const amounts = services.payments.testPages.amountsOf(checkout)
  const app = await services.store.apps.findById(checkout.price.appId)
  const amount = money(amounts.totalMinor, checkout.price.currency)
  return layout({
    title: 'Checkout',
    appName: checkout.appName,
    status: problem ? 402 : 200,
    // A browser holds the redirect after a form to the same rule as the form.
    policy: { ...offerPolicy, 'form-action': new URL(checkout.successUrl).origin },
    content: html`<p class="notice">Test Mode: nothing is charged.</p>
      ${orderLines(checkout, amounts)} ${app ? testCardOffer(app) : ''}
      ${cardForm({ session: checkout.sessionId, amount, typed, problem })}
      <p><a href="${checkout.cancelUrl}">Cancel</a></p>`,
  })
}

function paid({ appName, successUrl }: TestCheckoutRow): Promise<Response> {
  return layout({
    title: 'This is paid',
    appName,
    content: html`<p class="notice" role="status">Thank you. It was paid once, and is not paid again.</p>
      <p><a href="${successUrl}">Continue</a></p>`,
  })
}

function returned(successUrl: string): Promise<Response> {
  return layout({
    title: 'You have this plan already',
    content: html`<p class="notice" role="status">This payment was given back in full. Nothing else has changed.</p>
      <p><a href="${successUrl}">Continue</a></p>`,
  })
}

function expired({ appName, cancelUrl }: TestCheckoutRow): Promise<Response> {
  return layout({
    title: 'This checkout has ended',
    appName,
    status: 410,
    content: html`<p>It was open for too long, or another one took its place. Nothing was charged.</p>
      <p><a href="${cancelUrl}">Back to the site</a></p>`,
  })
}

function unknown(): Promise<Response> {
  return layout({
    title: 'There is no such checkout',
    status: 404,
    content: html`<p>The address is not complete, or the checkout is long gone. Start again on the site.</p>`,
  })
}

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

const UNITS = { MONTHLY: 'month', YEARLY: 'year' } as const

/** `a month`, `every 3 months`; of a price that is paid once `once`. */
export function rhythm(interval: PriceDefinition['interval']): string {
  if (interval === undefined) return 'once'
  const unit = UNITS[interval.type]
  return interval.count === 1 ? `a ${unit}` : `every ${interval.count} ${unit}s`
}
