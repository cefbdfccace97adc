import { html } from 'hono/html'
import type { Html } from '../layout'
import type { CardFieldName, CardProblem } from './read-card'

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
