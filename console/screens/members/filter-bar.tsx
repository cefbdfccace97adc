import { useEffect, useState } from 'react'
import { useRead } from '../../data/queries'
import { NARROW, useMedia } from '../../lib/use-media'
import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/choices'
import { FormDialog } from '../../ui/dialog'
import { SearchField, Select } from '../../ui/fields'
import { Icon } from '../../ui/icon'
import type { MemberDefinition } from './definition'
import { compact, isFiltered, noFilter, withoutField, withoutValues } from './filter'
import type { FieldCondition, FilterName, ListState, MemberFilter } from './filter'
import { FilterDialog } from './filter-dialog'
import { useMemberColumns, useStatusNames } from './member-columns'

interface FilterBarProps {
  state: ListState
  onChange: (state: ListState) => void
  definition: MemberDefinition
  columnIds: readonly string[]
  onColumns: (ids: readonly string[]) => void
}

/** Time between the last key and the search. */
const TYPING_MS = 250

/** Search box, filters with what they hold, and the choice of columns. */
export function FilterBar({ state, onChange, definition, columnIds, onColumns }: FilterBarProps) {
  const t = useTexts(membersTexts)
  const isNarrow = useMedia(NARROW)
  const [open, setOpen] = useState<'filters' | 'columns' | null>(null)
  const { filter } = state
  const change = (next: MemberFilter) => onChange({ ...state, filter: compact(next) })
  const chips = useChips(filter, definition)
  return (
    <div className="stack-s">
      <div className="members-tools">
        <SearchBox
          value={filter.values.search ?? ''}
          onChange={(search) => change({ ...filter, values: { ...filter.values, search } })}
        />
        <Button onPress={() => setOpen('filters')}>
          {chips.length > 0 ? t.filtersCount({ count: chips.length }) : t.filters}
        </Button>
        {isNarrow ? (
          <SortSelect state={state} onChange={onChange} />
        ) : (
          <Button onPress={() => setOpen('columns')}>{t.columns}</Button>
        )}
      </div>
      {chips.length > 0 && (
        <ul className="members-chips" aria-label={t.filters}>
          {chips.map(({ id, text, without }) => (
            <li key={id}>
              <Button size="small" aria-label={t.removeFilter({ name: text })} onPress={() => change(without)}>
                <span className="members-chip-text">{text}</span>
                <Icon name="close" size={12} />
              </Button>
            </li>
          ))}
          <li>
            <Button kind="quiet" size="small" onPress={() => change(noFilter)}>
              {t.clearAll}
            </Button>
          </li>
        </ul>
      )}
      {open === 'filters' && (
        <FilterDialog filter={filter} definition={definition} onApply={change} onClose={() => setOpen(null)} />
      )}
      {open === 'columns' && (
        <ColumnsDialog definition={definition} chosen={columnIds} onApply={onColumns} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

/** Searches after a pause. A new search in the URL, as from a link, replaces what was typed. */
function SearchBox({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useTexts(membersTexts)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the pause again
  }, [typed])
  return (
    <SearchField label={t.search} placeholder={t.searchPlaceholder} maxLength={200} value={typed} onChange={setTyped} />
  )
}

/** On a narrow screen there are no headings to press. */
function SortSelect({ state, onChange }: Pick<FilterBarProps, 'state' | 'onChange'>) {
  const t = useTexts(membersTexts)
  const orders = [
    { value: 'joined DESC', label: t.sortJoined, sort: 'joined', isDescending: true },
    { value: 'joined ASC', label: t.sortJoinedUp, sort: 'joined', isDescending: false },
    { value: 'lastLogin DESC', label: t.sortLogin, sort: 'lastLogin', isDescending: true },
    { value: 'lastLogin ASC', label: t.sortLoginUp, sort: 'lastLogin', isDescending: false },
    { value: 'email ASC', label: t.sortEmail, sort: 'email', isDescending: false },
    { value: 'email DESC', label: t.sortEmailDown, sort: 'email', isDescending: true },
  ] as const
  return (
    <Select
      label={t.sort}
      options={orders}
      value={`${state.sort} ${state.isDescending ? 'DESC' : 'ASC'}`}
      onChange={(value) => {
        const order = orders.find((one) => one.value === value)
        if (order) onChange({ ...state, sort: order.sort, isDescending: order.isDescending })
      }}
    />
  )
}

interface ColumnsDialogProps {
  definition: MemberDefinition
  chosen: readonly string[]
  onApply: (ids: readonly string[]) => void
  onClose: () => void
}

function ColumnsDialog({ definition, chosen, onApply, onClose }: ColumnsDialogProps) {
  const t = useTexts(membersTexts)
  const [ids, setIds] = useState(chosen)
  const columns = useMemberColumns(definition, ids).filter(({ isTitle }) => !isTitle)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.columns}
      action={t.apply}
      onSubmit={() => {
        onApply(ids)
        onClose()
      }}
    >
      <p className="muted">{t.columnsText}</p>
      <div className="members-columns">
        {columns.map(({ id, label }) => (
          <Checkbox
            key={id}
            isSelected={ids.includes(id)}
            onChange={(isOn) => setIds(isOn ? [...ids, id] : ids.filter((one) => one !== id))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </FormDialog>
  )
}

interface Chip {
  id: string
  text: string
  without: MemberFilter
}

/** The conditions in words. The search has its box. */
function useChips(filter: MemberFilter, definition: MemberDefinition): Chip[] {
  const t = useTexts(membersTexts)
  const statusNames: Readonly<Record<string, string>> = useStatusNames()
  const plans = useRead('listPlans', {}, { isEnabled: isFiltered(filter) }).data?.data ?? []
  const flag = (value: string) => (value === 'true' ? t.yes : t.no)
  const day = (value: string) => value.slice(0, 10)
  const named: readonly [FilterName, string, (value: string) => string][] = [
    ['planId', t.plan, (id) => plans.find((plan) => plan.id === id)?.name ?? id],
    ['status', t.status, (status) => statusNames[status] ?? status],
    ['failedPayment', t.failedPayment, flag],
    ['subscribed', t.subscribed, flag],
    ['paidFrom', t.paidFrom, day],
    ['paidTo', t.paidTo, day],
    ['firstPaidFrom', t.firstPaidFrom, day],
    ['firstPaidTo', t.firstPaidTo, day],
    ['verified', t.verified, flag],
    ['suspended', t.suspended, flag],
    ['provider', t.provider, (key) => definition.providers.find(({ provider }) => provider === key)?.name ?? key],
    ['joinedFrom', t.joinedFrom, day],
    ['joinedTo', t.joinedTo, day],
    ['lastLoginFrom', t.lastLoginFrom, day],
    ['lastLoginTo', t.lastLoginTo, day],
  ]
  const values = named.flatMap(([name, label, inWords]) => {
    const value = filter.values[name]
    if (!value) return []
    return [{ id: name, text: t.is({ label, value: inWords(value) }), without: withoutValues(filter, [name]) }]
  })
  const fields = Object.entries(filter.fields).map(([key, condition]) => {
    const field = definition.fields.find((one) => one.key === key)
    const value = inWords(condition, field?.type === 'checkbox' ? flag : String)
    return { id: `field ${key}`, text: t.is({ label: field?.label ?? key, value }), without: withoutField(filter, key) }
  })
  return [...values, ...fields]
}

const inWords = ({ is, from, to }: FieldCondition, show: (value: string) => string): string =>
  is === undefined ? `${from ?? ''} – ${to ?? ''}`.trim() : show(is)
