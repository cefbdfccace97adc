import { useMemo } from 'react'
import { money, parseMoney } from '../../lib/format'
import { plansTexts } from '../../texts/english/plans'
import { useLocale, useTexts } from '../../texts/texts'
import type { Interval, Price, PriceForm, PriceNames } from './price-rules'

interface PriceTexts {
  /** `$12.00 a month`. */
  lineOf: (price: Pick<Price, 'amountMinor' | 'currency' | 'interval' | 'every'>) => string
  trialOf: (days: number) => string
  names: PriceNames
}

/** Prices in words. */
export function usePriceTexts(): PriceTexts {
  const t = useTexts(plansTexts)
  const locale = useLocale()
  return useMemo(() => {
    const everyOf = (interval: Interval, every: number): string =>
      ({ ONETIME: () => t.once, MONTHLY: () => t.months(every), YEARLY: () => t.years(every) })[interval]()
    const lineOf: PriceTexts['lineOf'] = ({ amountMinor, currency, interval, every }) =>
      t.priceLine({ amount: money(amountMinor, currency, locale), every: everyOf(interval, every) })
    const trialOf = (days: number): string => (days > 0 ? t.trialDays(days) : t.noTrial)
    const ofForm = ({ amount, currency, interval, every }: PriceForm): string =>
      lineOf({ amountMinor: parseMoney(amount, currency) ?? 0, currency, interval, every: Number(every) || 1 })
    return { lineOf, trialOf, names: { name: t.name, price: t.price, trial: t.trial, lineOf: ofForm, trialOf } }
  }, [t, locale])
}
