import { html } from 'hono/html'
import { type TestCard, testCards } from '../../../../contract/test-cards'
import type { MembershipClient } from '../../../../widget/public'
import { type Html, layout, type Page, redirectTo } from '../../../http/page-kit'
import type { Services } from '../../../http/services'
import { reasonOf } from '../../../lib/errors'
import type { AppDefinition, PriceDefinition } from '../../apps/definition'
import { findAppById } from '../../apps/repository'
import { money } from '../../plans/serializers'
import { reconcilePurchase } from '../reconcile'
import { findPurchase } from '../repository'
import { markup, text } from './page-texts'
import type { TestCheckoutRow } from './repository'
import type { TestAmounts } from './subscription-rules'

/** The test provider's checkout. Opening it changes nothing; paying it twice charges once. */
export const testCheckout: Page = async (services, { method, url, form, ipAddress }) => {
  if (method === 'POST') await services.rateLimiter.take('testCardsPerAddress', ipAddress)
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

/** Redirects to the site with the purchase. If the grant fails now, it is repeated when the member returns there. */
async function lead(services: Services, { purchaseId, successUrl }: TestCheckoutRow): Promise<Response> {
  await reconcilePurchase(services, purchaseId).catch((error: unknown) =>
    services.log.error({ purchase: purchaseId, reason: reasonOf(error) }, 'could not grant a paid purchase yet'),
  )
  const purchase = await findPurchase(services.store, purchaseId)
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
  const app = await findAppById(services.store, checkout.price.appId)
  const amount = money(amounts.totalMinor, checkout.price.currency)
  return layout({
    title: text('checkoutTitle'),
    appName: checkout.appName,
    status: problem ? 402 : 200,
    // Browsers apply `form-action` to the redirect after a form too.
    policy: { ...offerPolicy, 'form-action': new URL(checkout.successUrl).origin },
    content: html`<p class="notice">${text('testMode')}</p>
      ${orderLines(checkout, amounts)} ${app ? testCardOffer(app) : ''}
      ${cardForm({ session: checkout.sessionId, amount, typed, problem })}
      <p><a href="${checkout.cancelUrl}">${text('cancel')}</a></p>`,
  })
}

function paid({ appName, successUrl }: TestCheckoutRow): Promise<Response> {
  return layout({
    title: text('paidTitle'),
    appName,
    content: html`<p class="notice" role="status">${text('paid')}</p>
      <p><a href="${successUrl}">${text('continue')}</a></p>`,
  })
}

function returned(successUrl: string): Promise<Response> {
  return layout({
    title: text('returnedTitle'),
    content: html`<p class="notice" role="status">${text('returned')}</p>
      <p><a href="${successUrl}">${text('continue')}</a></p>`,
  })
}

function expired({ appName, cancelUrl }: TestCheckoutRow): Promise<Response> {
  return layout({
    title: text('expiredTitle'),
    appName,
    status: 410,
    content: html`<p>${text('expired')}</p>
      <p><a href="${cancelUrl}">${text('backToSite')}</a></p>`,
  })
}

function unknown(): Promise<Response> {
  return layout({
    title: text('unknownTitle'),
    status: 404,
    content: html`<p>${text('unknown')}</p>`,
  })
}

/** Subtotal, coupon, total, and later payments. */
function orderLines({ price, coupon }: TestCheckoutRow, amounts: TestAmounts): Html {
  const show = (amountMinor: number): string => money(amountMinor, price.currency)
  const off = coupon && text('coupon', { id: coupon.id, percent: coupon.percentOff })
  return html`<p class="product"><strong>${price.planName}</strong> · ${price.name}</p>
    <dl class="sum">
      <dt>${text('subtotal')}</dt>
      <dd>${show(amounts.subtotalMinor)}</dd>
      ${off ? line(off, show(-amounts.discountMinor)) : ''}
      ${hasTrial(price) ? line(text('trial'), dayCount(price)) : ''}
      <dt class="total">${text('totalToday')}</dt>
      <dd class="total">${show(amounts.totalMinor)}</dd>
    </dl>
    ${later({ price, coupon }, amounts)}`
}

const line = (name: string, value: string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

type Price = TestCheckoutRow['price']

const hasTrial = ({ interval, trialDays }: Price): boolean => interval !== undefined && trialDays > 0
const dayCount = ({ trialDays }: Price): string =>
  text(trialDays === 1 ? 'dayCount' : 'daysCount', { count: trialDays })

function later({ price, coupon }: Pick<TestCheckoutRow, 'price' | 'coupon'>, amounts: TestAmounts): Html | '' {
  if (amounts.laterMinor === null) return ''
  const amount = amountText(amounts.laterMinor, price)
  if (!hasTrial(price)) return html`<p class="note">${text('later', { amount })}</p>`
  const days = dayCount(price)
  const first = money(amounts.subtotalMinor - amounts.discountMinor, price.currency)
  return html`<p class="note">
    ${
      coupon?.duration === 'once'
        ? text('thenAfterTrialOnce', { days, first, amount })
        : text('thenAfterTrial', { days, amount })
    }
  </p>`
}

/** `$9.00 a month`, `$20.00 every 3 months`, or `$5.00 once` for a one-time price. */
export function amountText(
  amountMinor: number,
  { currency, interval }: Pick<PriceDefinition, 'currency' | 'interval'>,
): string {
  const amount = money(amountMinor, currency)
  if (interval === undefined) return text('onceAmount', { amount })
  const { type, count } = interval
  if (count === 1) return text(type === 'MONTHLY' ? 'monthlyAmount' : 'yearlyAmount', { amount })
  return text(type === 'MONTHLY' ? 'monthsAmount' : 'yearsAmount', { amount, count })
}

interface CardFormOptions {
  session: string
  /** Text on the button after "Pay". */
  amount: string
  /** The typed values; null on the first view. */
  typed: URLSearchParams | null
  problem: CardProblem | null
}

interface CardField {
  name: CardFieldName
  label: string
  autocomplete: string
  placeholder: string
  hint: string
}

const fields: readonly CardField[] = [
  {
    name: 'cardNumber',
    label: text('cardNumber'),
    autocomplete: 'cc-number',
    placeholder: '4242 4242 4242 4242',
    hint: text('cardNumberHint'),
  },
  { name: 'expiry', label: text('expiry'), autocomplete: 'cc-exp', placeholder: 'MM/YY', hint: text('expiryHint') },
  { name: 'cvc', label: text('cvc'), autocomplete: 'cc-csc', placeholder: '123', hint: text('cvcHint') },
]

/** The card, and the button that pays. The typed values stay, except the CVC. */
function cardForm({ session, amount, typed, problem }: CardFormOptions): Html {
  // The URL has the session, so that a reload after a refusal works.
  return html`<form method="post" action="/test/checkout?${new URLSearchParams({ session })}" novalidate>
    <input type="hidden" name="session" value="${session}" />
    ${problem ? html`<p class="error" id="problem" role="alert">${problem.sentence}</p>` : ''}
    ${fields.map((field) => input(field, typed?.get(field.name) ?? '', problem))}
    <button>${text('pay', { amount })}</button>
  </form>`
}

function input(
  { name, label, autocomplete, placeholder, hint }: CardField,
  typed: string,
  problem: CardProblem | null,
) {
  const isWrong = problem?.field === name
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="text"
      inputmode="numeric"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      spellcheck="false"
      maxlength="40"
      required
      aria-describedby="${isWrong ? 'problem ' : ''}${name}-hint"
      value="${name === 'cvc' ? '' : typed.slice(0, 40)}"
      ${isWrong ? html`aria-invalid="true" autofocus` : ''}
    />
    <p id="${name}-hint">${hint}</p>
  </div>`
}

type CardFieldName = 'cardNumber' | 'expiry' | 'cvc'

export interface CardProblem {
  /** The field to correct. */
  field: CardFieldName
  sentence: string
}

/** `08/31`, `8 / 31`, `08/2031`, and `0831` from people used to checkouts that insert the slash. */
const EXPIRY = /^(?:(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?|(0[1-9]|1[0-2]))(\d{2})$/u
const CVC_DIGITS = { visa: 3, mastercard: 3, amex: 4 } as const satisfies Record<TestCard['brand'], number>
const REFUSALS = {
  declined: text('declined'),
  'insufficient-funds': text('insufficientFunds'),
} as const

/**
 * The problem with a typed card, or the bank's refusal; null if it pays.
 * @param now epoch milliseconds: a card is valid until the end of the month in its date
 */
function readCard(form: URLSearchParams, now: number): CardProblem | null {
  const number = digitsOf(form.get('cardNumber'))
  const card = testCards.find((known) => digitsOf(known.number) === number)
  if (number === '') return { field: 'cardNumber', sentence: text('cardNumberMissing') }
  if (!card) return { field: 'cardNumber', sentence: text('notTestCard') }
  const expiry = expiryProblem(form.get('expiry') ?? '', now)
  if (expiry !== null) return { field: 'expiry', sentence: expiry }
  const cvcDigits = CVC_DIGITS[card.brand]
  if (!new RegExp(`^\\d{${cvcDigits}}$`, 'u').test(form.get('cvc')?.trim() ?? '')) {
    return { field: 'cvc', sentence: text('cvcWrong', { count: cvcDigits }) }
  }
  return card.outcome === 'paid' ? null : { field: 'cardNumber', sentence: REFUSALS[card.outcome] }
}

const digitsOf = (typed: string | null): string => (typed ?? '').replace(/[\s-]/gu, '')

function expiryProblem(typed: string, now: number): string | null {
  const [, apart, joined, year] = EXPIRY.exec(typed.trim()) ?? []
  const month = apart ?? joined
  if (month === undefined || year === undefined) return text('expiryInvalid')
  return Date.UTC(2000 + Number(year), Number(month)) > now ? null : text('expiryPast')
}

export const OFFER_SCRIPT_PATH = '/test/checkout.js'

const offerParts: OfferParts = { list: 'test-card-list', button: 'test-card-button', field: 'cardNumber' }

/** Both scripts, sent as one. */
export const offerScript = `(${forgetSentForm.toString()})(window);
(${offerTestCards.toString()})(window, ${JSON.stringify(offerParts)})
`

/** Additions to the page's policy that the widget needs: scripts, calls and media of this origin, and no markup from text. */
const offerPolicy = {
  'script-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
} as const

const OUTCOMES = {
  paid: 'pays',
  declined: 'isDeclined',
  'insufficient-funds': 'hasInsufficientFunds',
} as const satisfies Record<(typeof testCards)[number]['outcome'], string>

/**
 * A button that opens the widget's modal, or a list without scripts. The widget gates nothing, records no visits and inspects nothing: a site
 * builder cannot change this page.
 */
function testCardOffer({ id, keys }: Pick<AppDefinition, 'id' | 'keys'>): Html {
  return html`<details class="test-cards" id="${offerParts.list}">
      <summary>${text('testCards')}</summary>
      <ul>
        ${testCards.map(({ number, outcome }) => html`<li>${markup(OUTCOMES[outcome], { number: html`<strong>${number}</strong>` })}</li>`)}
      </ul>
    </details>
    <button type="button" class="quiet test-cards" id="${offerParts.button}" hidden>${text('testCards')}</button>
    <script
      src="/membership.js"
      data-memberstack-app="${id}"
      data-memberstack-key="${keys.test}"
      data-ms-analytics="off"
      data-ms-page-gate="off"
      data-ms-inspector="off"
      defer
    ></script>
    <script src="${OFFER_SCRIPT_PATH}" defer></script>`
}

interface OfferParts {
  /** The list of cards, for browsers without scripts. */
  list: string
  /** The button that replaces the list; hidden at first. */
  button: string
  /** The field for the copied number. */
  field: string
}

/**
 * Runs on the checkout page after the widget's script, sent as source text, so it must not use its scope. With the
 * widget, a button replaces the list of test cards; after "continue", the number field has the focus.
 */
export function offerTestCards(
  window: Window & { $memberstackDom?: Pick<MembershipClient, 'openModal'> },
  parts: OfferParts,
): void {
  const { document } = window
  const client = window.$memberstackDom
  const list = document.getElementById(parts.list)
  const button = document.getElementById(parts.button)
  if (!client || !list || !button) return
  const focusField = (triesLeft: number): void => {
    const field = document.getElementById(parts.field)
    field?.focus()
    // Nothing behind the dialog can take the focus; the dialog is gone after a few frames.
    if (document.activeElement !== field && triesLeft > 0) window.requestAnimationFrame(() => focusField(triesLeft - 1))
  }
  button.addEventListener('click', () => {
    void client.openModal('TEST_CARD').then(
      ({ type }) => type === 'CONTINUE' && focusField(60),
      () => {},
    )
  })
  list.hidden = true
  button.hidden = false
}

/**
 * Runs on the checkout page, sent as source text. After a refused card, the page is the response to a form, which a
 * browser cannot show again: going back would show its error page. So the history entry becomes the checkout's URL.
 */
function forgetSentForm({ history, location }: Pick<Window, 'history' | 'location'>): void {
  history.replaceState(null, '', location.href)
}
