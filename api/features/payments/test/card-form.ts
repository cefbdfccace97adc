import { html } from 'hono/html'
import type { Html } from '../../../pages/layout'
import { testCards } from '../../../../contract/test-cards'
import type { TestCard } from '../../../../contract/test-cards'
import type { AppDefinition } from '../../apps/definition'
import type { MembershipClient } from '../../../../widget/public'

export interface CardFormOptions {
  session: string
  /** What stands on the button after "Pay". */
  amount: string
  /** What was typed; null at the first look. */
  typed: URLSearchParams | null
  problem: CardProblem | null
}

interface CardField {
  name: CardFieldName
  label: string
  autocomplete: string
  /** Shown as an example. */
  placeholder: string
  hint: string
}

const fields: readonly CardField[] = [
  {
    name: 'cardNumber',
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '4242 4242 4242 4242',
    hint: 'A test card.',
  },
  { name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM/YY', hint: 'MM/YY, in the future.' },
  { name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', placeholder: '123', hint: '3 digits, American Express 4.' },
]

/** The card, and the button that pays. What was typed stays, but for the CVC. */
export function cardForm({ session, amount, typed, problem }: CardFormOptions): Html {
  // The address keeps the session, for whoever reloads it after a refusal.
  return html`<form method="post" action="/test/checkout?${new URLSearchParams({ session })}" novalidate>
    <input type="hidden" name="session" value="${session}" />
    ${problem ? html`<p class="error" id="problem" role="alert">${problem.sentence}</p>` : ''}
    ${fields.map((field) => input(field, typed?.get(field.name) ?? '', problem))}
    <button>Pay ${amount}</button>
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

export type CardFieldName = 'cardNumber' | 'expiry' | 'cvc'

export interface CardProblem {
  /** Where it is mended. */
  field: CardFieldName
  sentence: string
}

/** `08/31`, `8 / 31`, `08/2031`, and `0831` as people type it whom other checkouts give the slash. */
const EXPIRY = /^(?:(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?|(0[1-9]|1[0-2]))(\d{2})$/u
const CVC_DIGITS = { visa: 3, mastercard: 3, amex: 4 } as const satisfies Record<TestCard['brand'], number>
const REFUSALS = {
  declined: 'Your card was declined.',
  'insufficient-funds': 'Your card has insufficient funds.',
} as const

/**
 * What is wrong with a typed card, or what its bank says of it; null when it pays.
 * @param now epoch milliseconds: a card is good until the end of the month in its date
 */
export function readCard(form: URLSearchParams, now: number): CardProblem | null {
  const number = digitsOf(form.get('cardNumber'))
  const card = testCards.find((known) => digitsOf(known.number) === number)
  if (number === '') return { field: 'cardNumber', sentence: 'Please enter a card number.' }
  if (!card) return { field: 'cardNumber', sentence: 'This is no test card. This checkout takes test cards only.' }
  const expiry = expiryProblem(form.get('expiry') ?? '', now)
  if (expiry !== null) return { field: 'expiry', sentence: expiry }
  const cvcDigits = CVC_DIGITS[card.brand]
  if (!new RegExp(`^\\d{${cvcDigits}}$`, 'u').test(form.get('cvc')?.trim() ?? '')) {
    return { field: 'cvc', sentence: `The CVC of this card has ${cvcDigits} digits.` }
  }
  return card.outcome === 'paid' ? null : { field: 'cardNumber', sentence: REFUSALS[card.outcome] }
}

const digitsOf = (text: string | null): string => (text ?? '').replace(/[\s-]/gu, '')

function expiryProblem(text: string, now: number): string | null {
  const [, apart, joined, year] = EXPIRY.exec(text.trim()) ?? []
  const month = apart ?? joined
  if (month === undefined || year === undefined) return 'Please enter the expiry date as MM/YY, such as 08/31.'
  return Date.UTC(2000 + Number(year), Number(month)) > now ? null : 'This card has expired.'
}

/** Where the script of the offer is served. */
export const OFFER_SCRIPT_PATH = '/test/checkout.js'

const offerParts: OfferParts = { list: 'test-card-list', button: 'test-card-button', field: 'cardNumber' }

/** The scripts as they are sent, in one. */
export const offerScript = `(${forgetSentForm.toString()})(window);
(${offerTestCards.toString()})(window, ${JSON.stringify(offerParts)})
`

/** What the page adds to its policy for the widget: scripts, calls and media of this origin, and no markup from text. */
export const offerPolicy = {
  'script-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
} as const

const OUTCOMES = {
  paid: 'pays',
  declined: 'is declined',
  'insufficient-funds': 'has insufficient funds',
} as const satisfies Record<(typeof testCards)[number]['outcome'], string>

/**
 * The test cards beside the form: a button that opens the widget's modal, in a browser without scripts a list. The
 * widget belongs to no site here: it gates nothing and keeps no visits.
 */
export function testCardOffer({ id, keys }: Pick<AppDefinition, 'id' | 'keys'>): Html {
  return html`<details class="test-cards" id="${offerParts.list}">
      <summary>Test cards</summary>
      <ul>
        ${testCards.map(({ number, outcome }) => html`<li><strong>${number}</strong> ${OUTCOMES[outcome]}</li>`)}
      </ul>
    </details>
    <button type="button" class="quiet test-cards" id="${offerParts.button}" hidden>Test cards</button>
    <script
      src="/membership.js"
      data-memberstack-app="${id}"
      data-memberstack-key="${keys.test}"
      data-ms-analytics="off"
      data-ms-page-gate="off"
      defer
    ></script>
    <script src="${OFFER_SCRIPT_PATH}" defer></script>`
}

/** Ids of the page's parts that the script works with. */
export interface OfferParts {
  /** A list of the cards, for browsers without scripts. */
  list: string
  /** The button that takes its place; hidden at first. */
  button: string
  /** Where the copied number belongs. */
  field: string
}

/**
 * Runs on the checkout page, behind the widget's script: it is sent as its own source text and may use nothing from
 * around it. Where the widget is, a button opens its test cards in place of the list; after "continue" the focus is in
 * the field for the number.
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
    // Behind the dialog nothing takes the focus; it is gone with one of the next frames.
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
 * Runs on the checkout page and is sent as its own source text. After a refused card the page is the answer to a sent
 * form, which a browser cannot show again: who cancels and comes back would find an error of the browser’s. From here on
 * its entry in the history is the checkout’s address, opened anew.
 */
export function forgetSentForm({ history, location }: Pick<Window, 'history' | 'location'>): void {
  history.replaceState(null, '', location.href)
}
