import type { MemberDetail, TimelineRow } from '../../../contract/admin/schemas/members'
import { useRead, useReadPages } from '../../data/queries'
import { MorePages, ReadView } from '../../features/access'
import { money } from '../../lib/format'
import { memberTexts } from '../../texts/english/member'
import { useLocale, useTexts } from '../../texts/texts'
import { Badge, Card } from '../../ui/page'
import { Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { Money, Time } from '../../ui/values'
import { useStatusNames } from './member-columns'

/** Names of plans by ID. */
function usePlanNames(): (id: string) => string {
  const plans = useRead('listPlans', {}).data?.data ?? []
  return (id) => plans.find((plan) => plan.id === id)?.name ?? id
}

export function Payments({ payments }: Pick<MemberDetail, 'payments'>) {
  const t = useTexts(memberTexts)
  const planName = usePlanNames()
  type Payment = MemberDetail['payments'][number]
  const kinds = {
    charge: t.charge,
    refund: t.refund,
    'refund-failed': t.refundFailed,
    dispute: t.dispute,
    failed: t.failed,
  }
  const columns = [
    {
      id: 'kind',
      label: t.kind,
      isTitle: true,
      render: ({ kind }: Payment) =>
        kind === 'charge' ? kinds.charge : <Badge tone={kind === 'refund' ? 'warn' : 'bad'}>{kinds[kind]}</Badge>,
    },
    { id: 'plan', label: t.plan, render: ({ planId }: Payment) => planName(planId) },
    {
      id: 'amount',
      label: t.amount,
      isNumeric: true,
      render: ({ amount, currency }: Payment) => <Money amount={amount} currency={currency} />,
    },
    { id: 'when', label: t.when, render: ({ at }: Payment) => <Time value={at} /> },
  ]
  return (
    <Card title={t.payments}>
      {payments.length === 0 ? (
        <p className="muted">{t.noPayments}</p>
      ) : (
        <Table label={t.payments} columns={columns} rows={payments} nameOf={({ kind }) => kinds[kind]} />
      )}
    </Card>
  )
}

/** Which content groups are open to the member, and for which reasons. */
export function Access({ access }: Pick<MemberDetail, 'access'>) {
  const t = useTexts(memberTexts)
  const planName = usePlanNames()
  const statusNames: Readonly<Record<string, string>> = useStatusNames()
  type Reason = MemberDetail['access'][number]['reasons'][number]
  const sentence = ({ kind, planId, planName: name, status }: Reason): string => {
    if (kind === 'everyone') return t.becauseEveryone
    const named = { plan: name ?? planId ?? '', status: statusNames[status ?? ''] ?? status ?? '' }
    return kind === 'team' ? t.becauseTeam(named) : t.becausePlan(named)
  }
  return (
    <Card title={t.access} summary={t.accessText}>
      {access.length === 0 && <p className="muted">{t.noAccess}</p>}
      <ul className="member-rows">
        {access.map(({ group, name, open, reasons, needs }) => (
          <li key={group} className="row-between">
            <div>
              <p>
                <strong>{name}</strong> <code>{group}</code>
              </p>
              {reasons.map((reason) => (
                <p key={`${reason.kind} ${reason.planId}`} className="muted">
                  {sentence(reason)}
                </p>
              ))}
              {needs.length > 0 && <p className="muted">{t.needs({ plans: needs.map(planName).join(', ') })}</p>}
            </div>
            {open ? <Badge tone="good">{t.open}</Badge> : <Badge>{t.closed}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Teams({ teams }: Pick<MemberDetail, 'teams'>) {
  const t = useTexts(memberTexts)
  const planName = usePlanNames()
  return (
    <Card title={t.teams}>
      {teams.length === 0 && <p className="muted">{t.noTeams}</p>}
      <ul className="member-rows">
        {teams.map(({ id, planId, role, members }) => {
          const plan = planName(planId)
          return (
            <li key={id} className="row-between">
              <span>{role === 'OWNER' ? t.teamOwner({ plan }) : t.teamMember({ plan })}</span>
              <span className="muted">{t.teamSize(members)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Sign-up, logins, payments, actions and notes; newest first. */
export function Timeline({ id }: { id: string }) {
  const t = useTexts(memberTexts)
  const inWords = useEventTexts()
  const list = useReadPages('listMemberTimeline', { member: id, first: '15' }, (after) => ({ after }))
  return (
    <Card title={t.timeline}>
      <ReadView read={list} skeleton={<Skeleton lines={5} />}>
        {({ pages }) => (
          <>
            <ol className="member-timeline">
              {pages
                .flatMap(({ data }): TimelineRow[] => data)
                .map((row) => (
                  <li key={`${row.at} ${row.what} ${JSON.stringify(row.detail)}`} data-kind={row.kind}>
                    <span>{inWords(row)}</span>
                    <span className="muted">
                      {row.actor && `${t.by({ name: row.actor })} · `}
                      <Time value={row.at} />
                    </span>
                  </li>
                ))}
            </ol>
            <MorePages list={list} size="small" />
          </>
        )}
      </ReadView>
    </Card>
  )
}

function useEventTexts(): (row: TimelineRow) => string {
  const t = useTexts(memberTexts)
  const locale = useLocale()
  const planName = usePlanNames()
  return ({ kind, what, detail }) => {
    const plan = planName(detail['plan'] ?? '')
    const words: Readonly<Record<string, string>> = {
      joined: t.eventJoined,
      login: t.eventLogin,
      charge: t.eventCharge,
      refund: t.eventRefund,
      'refund-failed': t.eventRefundFailed,
      dispute: t.eventDispute,
      failed: t.eventFailed,
      'member.create': t.eventCreate,
      'member.update': t.eventUpdate({ fields: (detail['fields'] ?? '').replaceAll('customFields.', '') }),
      'member.plan.add': t.eventPlanAdd({ plan }),
      'member.plan.remove': t.eventPlanRemove({ plan }),
      'member.password-reset.send': t.eventReset,
      'member.suspend': t.eventSuspend,
      'member.unsuspend': t.eventUnsuspend,
      'member.sessions.end': t.eventSessions,
      'member.login-link.send': t.eventLoginLink,
      'member.second-factor.remove': t.eventSecondFactor,
      'member.passkey.remove': t.eventPasskey({ passkey: detail['passkey'] ?? '' }),
      'member.devices.forget': t.eventDevices,
      'member.note.add': t.eventNoteAdd,
      'member.note.remove': t.eventNoteRemove,
      'member.note.undo-removal': t.eventNoteBack,
    }
    const event = words[what] ?? what
    const { amount, currency } = detail
    return kind === 'payment' && amount && currency ? `${event} ${money(Number(amount), currency, locale)}` : event
  }
}
