import { type ReactNode, useId } from 'react'
import type { App, PlanConnection } from '../../../contract/entities'
import type { TextKey, Texts } from '../texts/english'
import { fillText } from '../texts/texts'
import { pageLocale } from '../texts/translations'
import { Button } from '../ui/button'
import { Entry, type PanelProps, Removal } from './panel'

/** The member's paid, team and free plans (seed 001 section 2, "Plans tab"). */
export function PlansTab({ client, app, member, texts, action, focusTitle }: PanelProps) {
  const { id: memberId, planConnections, stripeCustomerId, teams } = member
  const { joinedTeams } = teams
  const manage = async () => {
    await client.launchStripeCustomerPortal({ priceIds: [], autoRedirect: true })
    return { message: '' }
  }
  const removal = (about: string, text: string, message: string, call: () => Promise<unknown>) => (
    <Removal {...{ texts, action, focusTitle, about }} work={() => call().then(() => ({ message }))}>
      {text}
    </Removal>
  )
  return (
    <>
      {planConnections.length + joinedTeams.length === 0 && <p>{texts.no_plans_message}</p>}
      <PlanGroup title={texts.paid_plans}>
        {planConnections
          .filter(({ payment }) => payment)
          .map((connection) => (
            <PaidPlan key={connection.id} {...{ app, texts, connection }} />
          ))}
      </PlanGroup>
      {stripeCustomerId && (
        <Button look="secondary" onClick={() => void action.run(manage)}>
          {texts.manage_subscriptions}
        </Button>
      )}
      <PlanGroup title={texts.team_plans}>
        {joinedTeams.map(({ teamId, planName, active }) => (
          <Entry key={teamId} name={planName} notes={[!active && texts.plan_inactive]}>
            {removal(planName, texts.leave_team, texts.team_left_message, () =>
              client.removeMemberFromTeam({ teamId, memberId }),
            )}
          </Entry>
        ))}
      </PlanGroup>
      <PlanGroup title={texts.free_plans}>
        {planConnections
          .filter(({ payment }) => !payment)
          .map(({ id, planId, planName, status }) => (
            <Entry key={id} name={planName} notes={[status === 'CANCELED' && texts.plan_canceled]}>
              {status !== 'CANCELED' &&
                removal(planName, texts.remove_button, texts.plan_removed_message, () => client.removePlan({ planId }))}
            </Entry>
          ))}
      </PlanGroup>
    </>
  )
}

/** Plans of one kind with their heading; nothing without plans. */
function PlanGroup({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section className="security-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

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

/** A paid plan: its price, its status, and its next payment or end. An ended one shows its status only. */
function PaidPlan({ app, texts, connection: { planName, status, active, payment } }: PaidPlanProps) {
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

/** Billing intervals as units of `Intl`. */
const units: Readonly<Record<string, string | undefined>> = { MONTHLY: 'month', YEARLY: 'year' }

/**
 * A price in the page's language: `$10.00 / month`, `$25.00 / 3 months`, `$250.00`.
 * @param locale a language tag that the browser supports
 */
export function priceText(payment: NonNullable<PlanConnection['payment']>, { plans }: App, locale: string): string {
  const { amount, currency, priceId } = payment
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  const { type, count } = plans.flatMap(({ prices }) => prices).find(({ id }) => id === priceId)?.interval ?? {}
  const unit = units[type ?? '']
  if (!unit || !count) return money
  const period = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  // Without the number 1, in languages that put it first.
  return `${money} / ${period.replace(/^1\s(?=[a-z])/i, '')}`
}
