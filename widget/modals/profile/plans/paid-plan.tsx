import type { App, PlanConnection } from '../../../../contract/entities'
import { fillText } from '../../texts/fill-text'
import type { TextKey, Texts } from '../../texts/default-texts'
import { pageLocale } from '../../texts/page-language'
import { Entry } from '../entry'
import { priceText } from './price-text'

interface PaidPlanProps {
  app: App
  texts: Texts
  connection: PlanConnection
}

const statusTexts: Readonly<Partial<Record<PlanConnection['status'], TextKey>>> = {
  TRIALING: 'plan_trial',
  REQUIRES_PAYMENT: 'plan_payment_failed',
  REQUIRES_AUTHENTICATION: 'plan_payment_failed',
  CANCELED: 'plan_canceled',
}

/** What a member pays for: the price, how it stands, and what happens next. One that has ended says only that. */
export function PaidPlan({ app, texts, connection: { planName, status, active, payment } }: PaidPlanProps) {
  const key = statusTexts[status]
  const locale = pageLocale(window)
  const dated = (text: string, time: number | null | undefined): string | false =>
    !!time && fillText(text, { date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time) })
  return (
    <Entry
      name={planName}
      notes={[
        !!payment && status !== 'CANCELED' && priceText(payment, app, locale),
        key && texts[key],
        active &&
          (dated(texts.plan_ends, payment?.cancelAtDate) || dated(texts.plan_next_payment, payment?.nextBillingDate)),
      ]}
    />
  )
}
