import type { AdminOutput } from '../../../contract/admin/schemas'
import { wholeNumber } from '../../lib/format'
import { plansTexts } from '../../texts/english/plans'
import { useLocale, useTexts } from '../../texts/texts'
import { Badge } from '../../ui/page'
import type { Plan } from './plan-rules'
import { usePriceTexts } from './price-text'

/** Plans with their members: null while they are counted. */
export type Holders = AdminOutput<'listPlans'> | null

/** The first open price, and how many more there are. */
export function PriceSummary({ plan: { prices } }: { plan: Plan }) {
  const t = useTexts(plansTexts)
  const { lineOf } = usePriceTexts()
  const open = prices.filter(({ isOpen }) => isOpen)
  const [first] = open
  if (!first) return prices.length === 0 ? t.free : <span className="muted">{t.closed}</span>
  return (
    <span>
      {lineOf(first)}
      {open.length > 1 && <span className="muted"> · {t.more(open.length - 1)}</span>}
    </span>
  )
}

/** Members of a plan in this mode. */
export function HolderCount({ plan: { id, memberLimit }, holders }: { plan: Plan; holders: Holders }) {
  const t = useTexts(plansTexts)
  const locale = useLocale()
  const counted = holders?.find((one) => one.id === id)?.memberCount
  if (counted === undefined) return <span className="muted">–</span>
  const count = wholeNumber(counted, locale)
  return (
    <span className="number">
      {memberLimit === null ? count : t.limited({ count, limit: wholeNumber(memberLimit, locale) })}
    </span>
  )
}

export function PlanStatus({ plan: { isOpen, restrictedToAdmin } }: { plan: Plan }) {
  const t = useTexts(plansTexts)
  return (
    <span className="row">
      <Badge {...(isOpen && { tone: 'good' })}>{isOpen ? t.open : t.closed}</Badge>
      {restrictedToAdmin && <Badge tone="warn">{t.ownerOnly}</Badge>}
    </span>
  )
}
