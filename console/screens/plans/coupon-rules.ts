import type { ChangeLine } from '../../features/edit-dialog'
import { differing } from '../../features/edit-dialog'
import { listOf, numberOf, textOf, textsOf } from '../../lib/json'
import type { Json } from '../../lib/json'

export const durations = ['once', 'forever'] as const

/** A coupon of the definition. */
export interface Coupon {
  id: string
  percentOff: number
  duration: (typeof durations)[number]
  /** IDs; empty: all. */
  prices: readonly string[]
  isOn: boolean
}

export const couponsOf = (definition: Json): Coupon[] =>
  listOf(definition['coupons']).map((item) => ({
    id: textOf(item['id']),
    percentOff: numberOf(item['percentOff']) ?? 0,
    duration: item['duration'] === 'forever' ? 'forever' : 'once',
    prices: textsOf(item['prices']),
    isOn: item['active'] !== false,
  }))

/** Values of the dialog, as typed. */
export interface CouponForm {
  id: string
  percentOff: string
  duration: Coupon['duration']
  hasPrices: boolean
  prices: readonly string[]
  isOn: boolean
}

export const couponForm = (coupon: Coupon | null): CouponForm => ({
  id: coupon?.id ?? '',
  percentOff: coupon ? String(coupon.percentOff) : '',
  duration: coupon?.duration ?? 'once',
  hasPrices: (coupon?.prices.length ?? 0) > 0,
  prices: coupon?.prices ?? [],
  isOn: coupon?.isOn ?? true,
})

export type CouponProblem = 'wrongCode' | 'wrongPercent' | 'needsPrice'

const percentOf = (typed: string): number | null => {
  const value = /^\s*\d{1,3}(?:[.,]\d{1,2})?\s*$/u.test(typed) ? Number(typed.trim().replace(',', '.')) : Number.NaN
  return value >= 1 && value <= 100 ? value : null
}

export function couponProblem(form: CouponForm): CouponProblem | null {
  if (!/^[\w-]{1,100}$/u.test(form.id.trim())) return 'wrongCode'
  if (percentOf(form.percentOff) === null) return 'wrongPercent'
  return form.hasPrices && form.prices.length === 0 ? 'needsPrice' : null
}

/** As the server stores it. Only of a form without a problem. */
export const couponItem = (form: CouponForm): Json => ({
  id: form.id.trim(),
  percentOff: percentOf(form.percentOff),
  duration: form.duration,
  prices: form.hasPrices ? form.prices : [],
  active: form.isOn,
})

/** Names of a coupon's parts. */
export interface CouponNames {
  percent: string
  duration: string
  prices: string
  allPrices: string
  onText: string
  once: string
  forever: string
  yes: string
  no: string
}

export function couponChanges(before: CouponForm, after: CouponForm, names: CouponNames): ChangeLine[] {
  const lines: [string, (form: CouponForm) => string][] = [
    [names.percent, (form) => form.percentOff.trim()],
    [names.duration, (form) => names[form.duration]],
    [names.prices, (form) => (form.hasPrices ? form.prices.join(', ') : names.allPrices)],
    [names.onText, (form) => (form.isOn ? names.yes : names.no)],
  ]
  return differing(lines.map(([label, read]) => ({ label, before: read(before), after: read(after) })))
}
