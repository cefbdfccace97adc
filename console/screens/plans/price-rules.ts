import type { ChangeLine } from '../../features/edit-dialog'
import { differing } from '../../features/edit-dialog'
import { parseMoney } from '../../lib/format'
import { isJson, numberOf, parseWhole, textOf } from '../../lib/json'
import type { Json } from '../../lib/json'

export const intervals = ['ONETIME', 'MONTHLY', 'YEARLY'] as const
export type Interval = (typeof intervals)[number]

/** A price of the definition. */
export interface Price {
  id: string
  name: string
  /** In minor units. */
  amountMinor: number
  currency: string
  interval: Interval
  /** Months or years; 1 for a one-time price. */
  every: number
  trialDays: number
  isOpen: boolean
}

export function priceOf(item: Json): Price {
  const repeats = isJson(item['interval']) ? item['interval'] : null
  return {
    id: textOf(item['id']),
    name: textOf(item['name']),
    amountMinor: numberOf(item['amountMinor']) ?? 0,
    currency: textOf(item['currency']).toLowerCase(),
    interval: repeats ? (intervals.find((one) => one === repeats['type']) ?? 'MONTHLY') : 'ONETIME',
    every: numberOf(repeats?.['count']) ?? 1,
    trialDays: numberOf(item['trialDays']) ?? 0,
    isOpen: item['active'] !== false,
  }
}

/** Values of the dialog, as typed. */
export interface PriceForm {
  name: string
  amount: string
  currency: string
  interval: Interval
  every: string
  trialDays: string
}

export const priceForm = (price: Price | null, currency: string): PriceForm => ({
  name: price?.name ?? '',
  amount: price ? typedAmount(price.amountMinor, price.currency) : '',
  currency: price?.currency ?? currency,
  interval: price?.interval ?? 'MONTHLY',
  every: String(price?.every ?? 1),
  trialDays: price && price.trialDays > 0 ? String(price.trialDays) : '',
})

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** `1200`, `usd` → `12.00`: what `parseMoney` reads. */
export const typedAmount = (amountMinor: number, currency: string): string => {
  const digits = digitsOf(currency)
  return (amountMinor / 10 ** digits).toFixed(digits)
}

const monthsOf = { ONETIME: 0, MONTHLY: 1, YEARLY: 12 }
const MONTHS_MAX = 36
const TRIAL_DAYS_MAX = 730
/** As the server: 999,999.99 in most currencies. */
const AMOUNT_MAX_MINOR = 99_999_999

export type PriceProblem = 'needsName' | 'wrongAmount' | 'wrongCount' | 'wrongTrial'

export function priceProblem(form: PriceForm): PriceProblem | null {
  const amount = parseMoney(form.amount, form.currency)
  if (form.name.trim() === '') return 'needsName'
  if (amount === null || amount > AMOUNT_MAX_MINOR) return 'wrongAmount'
  if (form.interval === 'ONETIME') return null
  const every = parseWhole(form.every, 1)
  if (every === null || every * monthsOf[form.interval] > MONTHS_MAX) return 'wrongCount'
  const trial = form.trialDays.trim() === '' ? 0 : parseWhole(form.trialDays, 0)
  return trial === null || trial > TRIAL_DAYS_MAX ? 'wrongTrial' : null
}

/** As the server stores it. Only of a form without a problem. */
export const priceItem = (form: PriceForm): Json => ({
  name: form.name.trim(),
  amountMinor: parseMoney(form.amount, form.currency),
  currency: form.currency,
  ...(form.interval !== 'ONETIME' && { interval: { type: form.interval, count: Number(form.every) } }),
  trialDays: form.interval === 'ONETIME' ? 0 : Number(form.trialDays),
})

/** Whether the save closes the price and adds a copy: a sold price never changes. */
export function isCopied(before: PriceForm, after: PriceForm): boolean {
  const [one, other] = [priceItem(before), priceItem(after)]
  const sold = ['amountMinor', 'currency', 'interval']
  return sold.some((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

/** Names of a price's parts, and its line such as `$12.00 a month`. */
export interface PriceNames {
  name: string
  price: string
  trial: string
  lineOf: (form: PriceForm) => string
  trialOf: (days: number) => string
}

export function priceChanges(before: PriceForm, after: PriceForm, names: PriceNames): ChangeLine[] {
  const days = (form: PriceForm) => (form.interval === 'ONETIME' ? 0 : Number(form.trialDays))
  const lines: [string, (form: PriceForm) => string][] = [
    [names.name, (form) => form.name.trim()],
    [names.price, names.lineOf],
    [names.trial, (form) => names.trialOf(days(form))],
  ]
  return differing(lines.map(([label, read]) => ({ label, before: read(before), after: read(after) })))
}

const ID_CHARS = 10

/** For a plan that is made together with its price. */
export const newPriceId = (): string =>
  `prc_${Array.from(crypto.getRandomValues(new Uint8Array(ID_CHARS)), (byte) => (byte % 16).toString(16)).join('')}`

/** Most used first, then all that browsers know. */
export function currencies(): string[] {
  const first = ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf', 'jpy', 'inr', 'brl']
  return [...new Set([...first, ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())])]
}
