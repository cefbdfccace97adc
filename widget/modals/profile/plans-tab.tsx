import type { ReactNode } from 'react'
import type { App, PlanConnection } from '../../../contract/entities'
import type { TextKey, Texts } from '../texts/english'
import { fillText, localDate } from '../../lib/texts'
import { pageLocale } from '../texts/translations'
import { Button } from '../ui/button'
import { Entry, Group, type PanelProps, Removal, Trouble } from './panel'

/** The member's paid, team and free plans (seed 001 section 2, "Plans tab"). */
export function PlansTab(props: PanelProps) {
  const { client, app, member, texts, action } = props
  const { planConnections, stripeCustomerId, teams } = member
  const paid = planConnections.filter(({ payment }) => payment)
  const manage = async (signal: AbortSignal) => {
    await client.launchStripeCustomerPortal({ priceIds: [], autoRedirect: true }, { signal })
    return { message: '' }
  }
  return (
    <>
      {planConnections.length + teams.joinedTeams.length === 0 && <p>{texts.no_plans_message}</p>}
      <PlanGroup title={texts.paid_plans}>
        {paid.map((connection) => (
          <PaidPlan key={connection.id} {...{ app, texts, connection }} onPay={() => void action.run(manage)} />
        ))}
      </PlanGroup>
      {stripeCustomerId && (
        <Button look="secondary" onClick={() => void action.run(manage)}>
          {texts.manage_subscriptions}
        </Button>
      )}
      <TeamPlans {...props} />
      <FreePlans {...props} />
    </>
  )
}

function TeamPlans(props: PanelProps) {
  const { client, member, texts } = props
  return (
    <PlanGroup title={texts.team_plans}>
      {member.teams.joinedTeams.map(({ teamId, planName, active }) => (
        <Entry key={teamId} name={planName} state={stateOf(texts, active ? 'plan_active' : 'plan_inactive')}>
          <GiveUp
            {...props}
            about={planName}
            message={texts.team_left_message}
            call={(options) => client.removeMemberFromTeam({ teamId, memberId: member.id }, options)}
          >
            {texts.leave_team}
          </GiveUp>
        </Entry>
      ))}
    </PlanGroup>
  )
}

function FreePlans(props: PanelProps) {
  const { client, member, texts } = props
  const free = member.planConnections.filter(({ payment }) => !payment)
  return (
    <PlanGroup title={texts.free_plans}>
      {free.map(({ id, planId, planName, status }) => {
        const isOver = status === 'CANCELED'
        return (
          <Entry key={id} name={planName} state={stateOf(texts, isOver ? 'plan_canceled' : 'plan_active')}>
            {!isOver && (
              <GiveUp
                {...props}
                about={planName}
                message={texts.plan_removed_message}
                call={(options) => client.removePlan({ planId }, options)}
              >
                {texts.remove_button}
              </GiveUp>
            )}
          </Entry>
        )
      })}
    </PlanGroup>
  )
}

interface GiveUpProps extends Pick<PanelProps, 'texts' | 'action' | 'focusTitle'> {
  children: string
  /** The name of the plan. */
  about: string
  /** Said afterwards. */
  message: string
  call: (options: { signal: AbortSignal }) => Promise<unknown>
}

const GiveUp = ({ texts, action, focusTitle, children, about, message, call }: GiveUpProps) => (
  <Removal {...{ texts, action, focusTitle, about }} work={(signal) => call({ signal }).then(() => ({ message }))}>
    {children}
  </Removal>
)

/** Plans of one kind with their heading; nothing without plans. */
function PlanGroup({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Group title={title}>
      <ul className="cards">{children}</ul>
    </Group>
  )
}

interface PaidPlanProps {
  app: App
  texts: Texts
  connection: PlanConnection
  /** Opens the page where the payment can be repaired. */
  onPay: () => void
}

const statusTexts: Readonly<Partial<Record<PlanConnection['status'], StateText>>> = {
  ACTIVE: 'plan_active',
  TRIALING: 'plan_trial',
  REQUIRES_PAYMENT: 'plan_payment_failed',
  REQUIRES_AUTHENTICATION: 'plan_payment_failed',
  CANCELED: 'plan_canceled',
}

const moods = {
  plan_active: 'good',
  plan_trial: 'good',
  plan_payment_failed: 'bad',
  plan_inactive: 'bad',
  plan_canceled: 'over',
} as const satisfies Partial<Record<TextKey, 'good' | 'bad' | 'over'>>

type StateText = keyof typeof moods

const stateOf = (texts: Texts, key: StateText) => ({ text: texts[key], mood: moods[key] })

/** A paid plan: its price, status, and next payment or end. An ended plan shows only its status. */
function PaidPlan({ app, texts, connection: { planName, status, active, payment }, onPay }: PaidPlanProps) {
  const key = statusTexts[status]
  const failed = key === 'plan_payment_failed'
  const locale = pageLocale(window)
  const dated = (text: string, time: number | null | undefined): string | false =>
    !!time && fillText(text, { date: localDate(time, locale) })
  return (
    <Entry
      name={planName}
      state={key !== undefined && !failed && stateOf(texts, key)}
      notes={[
        !!payment && status !== 'CANCELED' && priceText(payment, app, locale),
        active &&
          (dated(texts.plan_ends, payment?.cancelAtDate) || dated(texts.plan_next_payment, payment?.nextBillingDate)),
      ]}
    >
      {failed && (
        <Trouble>
          <p>{texts.plan_payment_failed}</p>
          <Button label={`${texts.update_payment} ${planName}`} onClick={onPay}>
            {texts.update_payment}
          </Button>
        </Trouble>
      )}
    </Entry>
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
  // Omit the number 1 in languages that put it first.
  return `${money} / ${period.replace(/^1\s(?=[a-z])/i, '')}`
}
