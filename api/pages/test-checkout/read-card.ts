import { testCards } from '../../../contract/test-cards'
import type { TestCard } from '../../../contract/test-cards'

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
