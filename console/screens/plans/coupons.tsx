import { useState } from 'react'
import { useWrite } from '../../data/queries'
import type { Json } from '../../lib/json'
import { percent } from '../../lib/format'
import { couponTexts } from '../../texts/english/plans'
import { useLocale, useTexts } from '../../texts/texts'
import { Button, IconButton } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Menu } from '../../ui/menu'
import { Badge, Card } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { Table } from '../../ui/table'
import { showToast } from '../../ui/toast'
import { CouponDialog } from './coupon-dialog'
import { couponsOf } from './coupon-rules'
import type { Coupon } from './coupon-rules'
import type { Plan } from './plan-rules'

type Act = { kind: 'add' } | { kind: 'edit' | 'remove'; coupon: Coupon }

interface CouponsProps {
  definition: Json
  version: number
  plans: readonly Plan[]
  mayEdit: boolean
}

/** Discounts of an app. */
export function Coupons({ definition, version, plans, mayEdit }: CouponsProps) {
  const t = useTexts(couponTexts)
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const coupons = couponsOf(definition)
  const add = (
    <Button icon="plus" onPress={() => setAct({ kind: 'add' })}>
      {t.add}
    </Button>
  )
  return (
    <Card title={t.title} summary={t.summary} actions={mayEdit && coupons.length > 0 && add}>
      {coupons.length === 0 ? (
        <EmptyState text={t.none} action={mayEdit && add} />
      ) : (
        <CouponTable coupons={coupons} mayEdit={mayEdit} onAct={setAct} />
      )}
      {act?.kind === 'add' && <CouponDialog coupon={null} plans={plans} version={version} onClose={close} />}
      {act?.kind === 'edit' && <CouponDialog coupon={act.coupon} plans={plans} version={version} onClose={close} />}
      {act?.kind === 'remove' && <RemoveCouponDialog coupon={act.coupon} version={version} onClose={close} />}
    </Card>
  )
}

interface CouponTableProps {
  coupons: readonly Coupon[]
  mayEdit: boolean
  onAct: (act: Act) => void
}

function CouponTable({ coupons, mayEdit, onAct }: CouponTableProps) {
  const t = useTexts(couponTexts)
  const locale = useLocale()
  const columns = [
    { id: 'code', label: t.code, isTitle: true, render: ({ id }: Coupon) => <code>{id}</code> },
    { id: 'discount', label: t.discount, render: ({ percentOff }: Coupon) => percent(percentOff / 100, locale) },
    { id: 'duration', label: t.duration, render: ({ duration }: Coupon) => t[duration] },
    {
      id: 'prices',
      label: t.prices,
      render: ({ prices }: Coupon) => (prices.length === 0 ? t.allPrices : t.somePrices(prices.length)),
    },
    {
      id: 'status',
      label: t.status,
      render: ({ isOn }: Coupon) => <Badge {...(isOn && { tone: 'good' as const })}>{isOn ? t.on : t.off}</Badge>,
    },
    ...(mayEdit
      ? [
          {
            id: 'actions',
            label: t.actionsColumn,
            isActions: true,
            render: (coupon: Coupon) => <CouponMenu coupon={coupon} onAct={onAct} />,
          },
        ]
      : []),
  ]
  return <Table label={t.title} columns={columns} rows={coupons} nameOf={({ id }) => id} />
}

function CouponMenu({ coupon, onAct }: { coupon: Coupon; onAct: (act: Act) => void }) {
  const t = useTexts(couponTexts)
  const label = t.actions({ name: coupon.id })
  const entries = [
    { id: 'edit', label: t.edit, onAction: () => onAct({ kind: 'edit', coupon }) },
    { id: 'remove', label: t.remove, isDanger: true, onAction: () => onAct({ kind: 'remove', coupon }) },
  ]
  return (
    <Menu label={label} groups={[{ id: 'acts', entries }]}>
      <IconButton icon="more" label={label} size="small" />
    </Menu>
  )
}

function RemoveCouponDialog({ coupon, version, onClose }: { coupon: Coupon; version: number; onClose: () => void }) {
  const t = useTexts(couponTexts)
  const { id: name } = coupon
  const remove = useWrite('removeDefinitionItem', {
    changes: ['getDefinition'],
    ifMatch: String(version),
    onDone: () => {
      showToast(t.removed({ name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.removeTitle({ name })}
      text={t.removeText({ name })}
      action={t.remove}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ part: 'coupons', item: name })}
    />
  )
}
