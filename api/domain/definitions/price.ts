import * as v from 'valibot'
import { id } from './id'

/** 999,999.99 of most currencies: no provider of payments takes more at once. */
const AMOUNT_MAX_MINOR = 99_999_999

/** No provider of payments waits longer for the next one. */
const INTERVAL_MAX_MONTHS = 36

const months = { MONTHLY: 1, YEARLY: 12 }

const interval = v.pipe(
  v.object({ type: v.picklist(['MONTHLY', 'YEARLY']), count: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.check(({ type, count }) => count * months[type] <= INTERVAL_MAX_MONTHS, 'must be three years at most'),
)

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const price = v.pipe(
  v.object({
    id: v.pipe(id, v.startsWith('prc_')),
    name: v.string(),
    /** Minor units: 1000 is USD 10.00. */
    amountMinor: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(AMOUNT_MAX_MINOR)),
    /** ISO 4217, in either case. */
    currency: v.pipe(
      v.string(),
      v.check((code) => currencies.has(code.toUpperCase()), 'must be the three letters of a currency, as in "usd"'),
    ),
    /** Absent for a price that is paid once. */
    interval: v.optional(interval),
    /** Days before the first payment; the card is asked for at once. */
    trialDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(730)), 0),
    active: v.optional(v.boolean(), true),
  }),
  v.check(
    (one) => one.trialDays === 0 || one.interval !== undefined,
    'what is paid once has no trial: needs an interval',
  ),
)
