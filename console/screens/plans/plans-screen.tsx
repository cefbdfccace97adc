import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMayDo, useScope } from '../../data/console'
import { useRead } from '../../data/queries'
import { ReadView } from '../../features/access'
import { useDefinition } from '../../features/edit-dialog'
import type { Json } from '../../lib/json'
import { appPath } from '../../lib/paths'
import { plansTexts } from '../../texts/english/plans'
import { useTexts } from '../../texts/texts'
import { Button, LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { Coupons } from './coupons'
import { PaymentOptions } from './payment-options'
import { HolderCount, PlanStatus, PriceSummary } from './plan-cells'
import type { Holders } from './plan-cells'
import { PlanDetail } from './plan-detail'
import { NewPlanDialog } from './plan-dialog'
import { plansOf } from './plan-rules'
import type { Plan } from './plan-rules'
import './plans.css'

/** All plans, or the one of the path. */
export default function PlansScreen({ rest }: { rest: string }) {
  const t = useTexts(plansTexts)
  const definition = useDefinition()
  const counted = useRead('listPlans', {})
  const holders = counted.data?.data ?? null
  if (rest === '') return <PlanList read={definition} holders={holders} />
  return (
    <ReadView read={definition} title={t.title} skeleton={skeleton}>
      {({ data }) => (
        <OnePlan id={decodeURIComponent(rest)} definition={data.definition} version={data.version} holders={holders} />
      )}
    </ReadView>
  )
}

const skeleton = <Skeleton height="3.5rem" lines={5} />

interface PlansProps {
  definition: Json
  version: number
  holders: Holders
}

/** Of the first price: most apps have one currency. */
const currencyOf = (plans: readonly Plan[]): string => plans.flatMap(({ prices }) => prices).at(0)?.currency ?? 'usd'

function OnePlan({ id, definition, version, holders }: PlansProps & { id: string }) {
  const t = useTexts(plansTexts)
  const { appId } = useScope()
  const plans = plansOf(definition)
  const plan = plans.find((one) => one.id === id)
  const back = <LinkButton href={appPath(appId, 'plans')}>{t.allPlans}</LinkButton>
  if (!plan)
    return (
      <>
        <PageHeader title={t.title} />
        <EmptyState text={t.unknownPlan} action={back} />
      </>
    )
  return <PlanDetail plan={plan} currency={currencyOf(plans)} version={version} holders={holders} />
}

function PlanList({ read, holders }: { read: ReturnType<typeof useDefinition>; holders: Holders }) {
  const t = useTexts(plansTexts)
  const mayEdit = useMayDo('plans.write')
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  return (
    <>
      <PageHeader
        title={t.title}
        summary={t.summary}
        actions={
          mayEdit && (
            <Button kind="primary" icon="plus" onPress={add}>
              {t.addPlan}
            </Button>
          )
        }
      />
      <ReadView read={read} skeleton={skeleton}>
        {({ data: { definition, version } }) => (
          <>
            <PlanTable plans={plansOf(definition)} holders={holders} onAdd={mayEdit ? add : null} />
            <Coupons definition={definition} version={version} plans={plansOf(definition)} mayEdit={mayEdit} />
            <PaymentOptions definition={definition} version={version} mayEdit={mayEdit} />
            {isAdding && <AddPlan definition={definition} version={version} onClose={() => setAdding(false)} />}
          </>
        )}
      </ReadView>
    </>
  )
}

function AddPlan({ definition, version, onClose }: Omit<PlansProps, 'holders'> & { onClose: () => void }) {
  const { appId } = useScope()
  const [, navigate] = useLocation()
  return (
    <NewPlanDialog
      currency={currencyOf(plansOf(definition))}
      version={version}
      onClose={onClose}
      onAdded={(id) => navigate(appPath(appId, `plans/${encodeURIComponent(id)}`))}
    />
  )
}

interface PlanTableProps {
  plans: readonly Plan[]
  holders: Holders
  onAdd: (() => void) | null
}

function PlanTable({ plans, holders, onAdd }: PlanTableProps) {
  const t = useTexts(plansTexts)
  const { appId } = useScope()
  const columns = [
    { id: 'name', label: t.name, isTitle: true, render: ({ name }: Plan) => name },
    { id: 'prices', label: t.prices, render: (plan: Plan) => <PriceSummary plan={plan} /> },
    {
      id: 'members',
      label: t.members,
      isNumeric: true,
      render: (plan: Plan) => <HolderCount plan={plan} holders={holders} />,
    },
    { id: 'status', label: t.status, render: (plan: Plan) => <PlanStatus plan={plan} /> },
  ]
  return (
    <Table
      label={t.planList}
      columns={columns}
      rows={plans}
      nameOf={({ name }) => name}
      hrefOf={({ id }) => appPath(appId, `plans/${encodeURIComponent(id)}`)}
      empty={<EmptyState text={t.noPlans} action={onAdd && <Button onPress={onAdd}>{t.addPlan}</Button>} />}
    />
  )
}
