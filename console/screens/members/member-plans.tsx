import { useState } from 'react'
import type { AdminMember } from '../../../contract/admin/schemas/members'
import { useMayDo } from '../../data/console'
import { useRead, useWrite } from '../../data/queries'
import { longTime, wholeMoney } from '../../lib/format'
import { memberTexts } from '../../texts/english/member'
import { useLocale, useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { Select } from '../../ui/fields'
import { Card, Notice } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { memberReads } from './definition'
import { PlanBadge } from './member-columns'

type Connection = AdminMember['planConnections'][number]

/** Plans of a member. Those without a price can be added and removed here. */
export function Plans({ member }: { member: AdminMember }) {
  const t = useTexts(memberTexts)
  const mayWrite = useMayDo('members.write')
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Connection | null>(null)
  const add = mayWrite && <Button onPress={() => setAdding(true)}>{t.addPlan}</Button>
  const hasPlans = member.planConnections.length > 0
  return (
    <Card title={t.plans} actions={hasPlans && add}>
      {hasPlans ? (
        <ul className="member-rows">
          {member.planConnections.map((connection) => (
            <li key={connection.id} className="row-between">
              <PlanLine connection={connection} />
              {mayWrite && connection.type === 'FREE' && connection.status !== 'CANCELED' && (
                <Button
                  size="small"
                  aria-label={t.removePlan({ plan: connection.planName })}
                  onPress={() => setRemoving(connection)}
                >
                  {t.removeShort}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState text={t.noPlans} action={add} />
      )}
      {isAdding && <AddDialog member={member} onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog member={member} connection={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

function PlanLine({ connection }: { connection: Connection }) {
  const t = useTexts(memberTexts)
  const locale = useLocale()
  const { payment, type } = connection
  const seconds = payment?.cancelAtDate ?? payment?.nextBillingDate ?? null
  const time = seconds === null ? '' : longTime(seconds, locale)
  return (
    <div>
      <PlanBadge connection={connection} />
      {payment && (
        <p className="muted">
          {wholeMoney(payment.amount, payment.currency, locale)}
          {time && <> · {payment.cancelAtDate ? t.endsAt({ time }) : t.nextBilling({ time })}</>}
          {type === 'SUBSCRIPTION' && <> · {t.paidPlan}</>}
        </p>
      )}
    </div>
  )
}

interface DialogProps {
  member: AdminMember
  onClose: () => void
}

function AddDialog({ member, onClose }: DialogProps) {
  const t = useTexts(memberTexts)
  const [planId, setPlanId] = useState<string | null>(null)
  const { data } = useRead('listPlans', {})
  const current = member.planConnections.filter(({ status }) => status !== 'CANCELED')
  const held = new Set(current.map((one) => one.planId))
  const free =
    data?.data.filter(({ id, prices, status }) => prices.length === 0 && status === 'ACTIVE' && !held.has(id)) ?? []
  const add = useWrite('addPlanToMember', {
    changes: memberReads,
    onDone: () => {
      onClose()
      showToast(t.planAdded)
    },
  })
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.addPlanTitle}
      action={t.addPlan}
      isPending={add.isPending}
      isDisabled={planId === null}
      error={add.error}
      onSubmit={() => planId && add.mutate({ member: member.id, planId })}
    >
      {data && free.length === 0 ? (
        <Notice>{t.noFreePlans}</Notice>
      ) : (
        <Select
          label={t.plan}
          hint={t.planText}
          options={free.map(({ id, name }) => ({ value: id, label: name }))}
          value={planId}
          onChange={setPlanId}
        />
      )}
    </FormDialog>
  )
}

function RemoveDialog({ member, connection, onClose }: DialogProps & { connection: Connection }) {
  const t = useTexts(memberTexts)
  const { planId, planName: plan } = connection
  const remove = useWrite('removePlanFromMember', {
    changes: memberReads,
    onDone: () => {
      onClose()
      showToast(t.planRemoved)
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.removePlanTitle({ plan })}
      text={t.removePlanText}
      action={t.removeShort}
      isFinal={false}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ member: member.id, planId })}
    />
  )
}
