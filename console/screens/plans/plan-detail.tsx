import { useState } from 'react'
import { useMayDo, useScope } from '../../data/console'
import { useWrite } from '../../data/queries'
import { toFailure } from '../../lib/failure'
import { appPath } from '../../lib/paths'
import { plansTexts } from '../../texts/english/plans'
import { useTexts } from '../../texts/texts'
import { Button, CopyButton, IconButton, Link } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Menu } from '../../ui/menu'
import { Badge, Card, CodeBlock, Facts, PageHeader } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { Table } from '../../ui/table'
import { showToast } from '../../ui/toast'
import { HolderCount, PlanStatus } from './plan-cells'
import type { Holders } from './plan-cells'
import { buyButton, joinButton, planContent } from './markup'
import { PlanDialog } from './plan-dialog'
import type { Plan } from './plan-rules'
import { PriceDialog } from './price-dialog'
import type { Price } from './price-rules'
import { usePriceTexts } from './price-text'

interface PlanDetailProps {
  plan: Plan
  currency: string
  version: number
  holders: Holders
}

type Act = { kind: 'edit' | 'close' | 'addPrice' } | { kind: 'editPrice' | 'closePrice'; price: Price }

/** One plan: what it is, what it costs, and markup to paste. */
export function PlanDetail({ plan, currency, version, holders }: PlanDetailProps) {
  const t = useTexts(plansTexts)
  const { appId } = useScope()
  const mayEdit = useMayDo('plans.write')
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const members = holders?.find(({ id }) => id === plan.id)?.memberCount ?? null
  return (
    <>
      <Link href={appPath(appId, 'plans')}>{t.allPlans}</Link>
      <PageHeader
        title={plan.name}
        summary={plan.description}
        actions={mayEdit && <PlanActions plan={plan} version={version} onAct={setAct} />}
      />
      <div className="plan-columns">
        <Details plan={plan} holders={holders} />
        <PlanMarkup plan={plan} />
      </div>
      <Prices plan={plan} version={version} mayEdit={mayEdit} onAct={setAct} />
      {act?.kind === 'edit' && <PlanDialog plan={plan} version={version} onClose={close} />}
      {act?.kind === 'close' && <ClosePlanDialog plan={plan} members={members} version={version} onClose={close} />}
      {(act?.kind === 'addPrice' || act?.kind === 'editPrice') && (
        <PriceDialog
          plan={plan}
          price={act.kind === 'editPrice' ? act.price : null}
          currency={plan.prices[0]?.currency ?? currency}
          version={version}
          onClose={close}
        />
      )}
      {act?.kind === 'closePrice' && <ClosePriceDialog price={act.price} version={version} onClose={close} />}
    </>
  )
}

interface ActProps {
  version: number
  onAct: (act: Act) => void
}

function PlanActions({ plan, version, onAct }: ActProps & { plan: Plan }) {
  const t = useTexts(plansTexts)
  const { reopen } = useOpenState('plans', version, plan)
  const label = t.actions({ name: plan.name })
  const entry = plan.isOpen
    ? { id: 'close', label: t.close, isDanger: true, onAction: () => onAct({ kind: 'close' }) }
    : { id: 'open', label: t.reopen, onAction: reopen }
  return (
    <>
      <Button kind="primary" onPress={() => onAct({ kind: 'edit' })}>
        {t.editPlan}
      </Button>
      <Menu label={label} groups={[{ id: 'acts', entries: [entry] }]}>
        <IconButton icon="more" label={label} />
      </Menu>
    </>
  )
}

/** Opens or closes a plan or price. */
function useOpenState(part: 'plans' | 'prices', version: number, { id, name }: Plan | Price, onDone?: () => void) {
  const t = useTexts(plansTexts)
  const write = useWrite('changeDefinitionItem', {
    changes: ['getDefinition', 'listPlans'],
    ifMatch: String(version),
    onDone: (_, { changes }) => {
      showToast(changes['active'] === true ? t.openedToast({ name }) : t.closedToast({ name }))
      onDone?.()
    },
  })
  return {
    write,
    close: () => write.mutate({ part, item: id, changes: { active: false } }),
    // From a menu: no dialog shows a failure.
    reopen: () =>
      write.mutate(
        { part, item: id, changes: { active: true } },
        { onError: (error) => showToast(toFailure(error).message) },
      ),
  }
}

function Details({ plan, holders }: { plan: Plan; holders: Holders }) {
  const t = useTexts(plansTexts)
  const { appId } = useScope()
  const facts = [
    { label: t.status, value: <PlanStatus plan={plan} /> },
    {
      label: t.members,
      value: (
        <Link href={`${appPath(appId, 'members')}?planId=${encodeURIComponent(plan.id)}`}>
          <HolderCount plan={plan} holders={holders} />
        </Link>
      ),
    },
    { label: t.whoJoins, value: plan.restrictedToAdmin ? t.ownerOnlyText : t.everyone },
    { label: t.memberLimit, value: plan.memberLimit ?? t.unlimited },
    { label: t.seats, value: plan.team?.seats ?? t.noTeam },
    { label: t.priority, value: plan.priority ?? t.none },
    { label: t.id, value: <IdToCopy id={plan.id} /> },
  ]
  return (
    <Card title={t.details}>
      <Facts facts={facts} />
    </Card>
  )
}

const IdToCopy = ({ id }: { id: string }) => (
  <span className="row id-to-copy">
    <code>{id}</code>
    <CopyButton text={id} what={id} kind="quiet" />
  </span>
)

function PlanMarkup({ plan }: { plan: Plan }) {
  const t = useTexts(plansTexts)
  const open = plan.prices.filter(({ isOpen }) => isOpen)
  return (
    <Card title={t.markup} summary={t.markupText}>
      {plan.prices.length === 0 && (
        <CodeBlock label={t.joinMarkup} code={joinButton(plan.id, t.join({ name: plan.name }))} />
      )}
      {open.map(({ id, name }) => (
        <CodeBlock key={id} label={t.buyMarkup({ name })} code={buyButton(id, t.buy({ name: plan.name }))} />
      ))}
      <CodeBlock label={t.gateMarkup} code={planContent(plan.id, t.gateText)} />
    </Card>
  )
}

interface PricesProps extends ActProps {
  plan: Plan
  mayEdit: boolean
}

function Prices({ plan, version, mayEdit, onAct }: PricesProps) {
  const t = useTexts(plansTexts)
  const { lineOf, trialOf } = usePriceTexts()
  const add = (
    <Button icon="plus" onPress={() => onAct({ kind: 'addPrice' })}>
      {t.addPrice}
    </Button>
  )
  const columns = [
    { id: 'name', label: t.name, isTitle: true, render: ({ name }: Price) => name },
    { id: 'price', label: t.price, render: (price: Price) => <span className="number">{lineOf(price)}</span> },
    { id: 'trial', label: t.trial, render: ({ trialDays }: Price) => trialOf(trialDays) },
    {
      id: 'status',
      label: t.status,
      render: ({ isOpen }: Price) => (
        <Badge {...(isOpen && { tone: 'good' as const })}>{isOpen ? t.open : t.closed}</Badge>
      ),
    },
    { id: 'id', label: t.id, render: ({ id }: Price) => <IdToCopy id={id} /> },
    ...(mayEdit
      ? [
          {
            id: 'actions',
            label: t.actionsColumn,
            isActions: true,
            render: (price: Price) => <PriceMenu price={price} version={version} onAct={onAct} />,
          },
        ]
      : []),
  ]
  return (
    <Card title={t.prices} actions={mayEdit && plan.prices.length > 0 && add}>
      <Table
        label={t.prices}
        columns={columns}
        rows={plan.prices}
        nameOf={({ name }) => name}
        empty={<EmptyState text={t.noPrices} action={mayEdit && add} />}
      />
    </Card>
  )
}

function PriceMenu({ price, version, onAct }: ActProps & { price: Price }) {
  const t = useTexts(plansTexts)
  const { reopen } = useOpenState('prices', version, price)
  const label = t.actions({ name: price.name })
  const entries = [
    { id: 'edit', label: t.edit, onAction: () => onAct({ kind: 'editPrice', price }) },
    price.isOpen
      ? { id: 'close', label: t.close, isDanger: true, onAction: () => onAct({ kind: 'closePrice', price }) }
      : { id: 'open', label: t.reopen, onAction: reopen },
  ]
  return (
    <Menu label={label} groups={[{ id: 'acts', entries }]}>
      <IconButton icon="more" label={label} size="small" />
    </Menu>
  )
}

interface ClosePlanDialogProps {
  plan: Plan
  members: number | null
  version: number
  onClose: () => void
}

function ClosePlanDialog({ plan, members, version, onClose }: ClosePlanDialogProps) {
  const t = useTexts(plansTexts)
  const { write, close } = useOpenState('plans', version, plan, onClose)
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.closePlanTitle({ name: plan.name })}
      text={`${t.closePlanText} ${members === null ? '' : t.membersKeep(members)}`}
      action={t.closePlan}
      isPending={write.isPending}
      error={write.error}
      onSubmit={close}
    />
  )
}

function ClosePriceDialog({ price, version, onClose }: { price: Price; version: number; onClose: () => void }) {
  const t = useTexts(plansTexts)
  const { write, close } = useOpenState('prices', version, price, onClose)
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.closePriceTitle({ name: price.name })}
      text={t.closePriceText}
      action={t.closePrice}
      isPending={write.isPending}
      error={write.error}
      onSubmit={close}
    />
  )
}
