import { useEffect, useState } from 'react'
import { longTime, money, relativeTime, wholeNumber } from '../lib/format'
import { uiTexts } from '../texts/english/ui'
import { useLocale, useTexts } from '../texts/texts'

/** Amount in the currency's minor unit. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="number">{money(amount, currency, useLocale())}</span>
}

export function Count({ value }: { value: number }) {
  return <span className="number">{wholeNumber(value, useLocale())}</span>
}

/** Shorter periods change while a person looks. */
const TICK_MS = 30_000

/** How long ago, with the full time as tooltip. @param value ISO 8601, UTC; null: never */
export function Time({ value, isLong = false }: { value: string | null; isLong?: boolean }) {
  const t = useTexts(uiTexts)
  const locale = useLocale()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (value === null) return <span className="muted">{t.never}</span>
  const time = Date.parse(value)
  const [long, short] = [longTime(time, locale), relativeTime(time, now, locale)]
  return (
    <time dateTime={value} title={isLong ? short : long}>
      {isLong ? long : short}
    </time>
  )
}
