import { useState } from 'react'
import { useRead } from '../../data/queries'
import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { FormDialog } from '../../ui/dialog'
import { Select, TextField } from '../../ui/fields'
import type { Option } from '../../ui/fields'
import type { MemberDefinition, MemberFieldDefinition } from './definition'
import { statuses } from './filter'
import type { FieldCondition, FilterName, MemberFilter } from './filter'
import { useStatusNames } from './member-columns'

interface FilterDialogProps {
  filter: MemberFilter
  definition: MemberDefinition
  onApply: (filter: MemberFilter) => void
  onClose: () => void
}

/** Value of the choice that is no condition. */
const ANY = 'any'

/** All filters at once. All must be true of a member. */
export function FilterDialog({ filter, definition, onApply, onClose }: FilterDialogProps) {
  const t = useTexts(membersTexts)
  const [draft, setDraft] = useState(filter)
  const statusNames = useStatusNames()
  const plans = useRead('listPlans', {}).data?.data ?? []
  const set = (name: FilterName) => (value: string) =>
    setDraft({ ...draft, values: { ...draft.values, [name]: value === ANY ? '' : value } })
  const choice = (name: FilterName, label: string, options: readonly Option[]) => (
    <Choice key={name} label={label} options={options} value={draft.values[name]} onChange={set(name)} />
  )
  const flags = useFlags()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="wide"
      title={t.filtersTitle}
      action={t.apply}
      onSubmit={() => {
        onApply(draft)
        onClose()
      }}
    >
      <div className="members-fields">
        {choice(
          'planId',
          t.plan,
          plans.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {choice(
          'status',
          t.status,
          statuses.map((status) => ({ value: status, label: statusNames[status] })),
        )}
        {choice('failedPayment', t.failedPayment, flags)}
        {choice('subscribed', t.subscribed, flags)}
        {choice('verified', t.verified, flags)}
        {choice('suspended', t.suspended, flags)}
        {definition.providers.length > 0 &&
          choice(
            'provider',
            t.provider,
            definition.providers.map((one) => ({ value: one.provider, label: one.name })),
          )}
      </div>
      <Days values={draft.values} onSet={set} />
      <OwnFields draft={draft} onDraft={setDraft} definition={definition} />
    </FormDialog>
  )
}

/** The values of a flag, as options. */
function useFlags(): Option[] {
  const t = useTexts(membersTexts)
  return [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
}

interface DaysProps {
  values: MemberFilter['values']
  onSet: (name: FilterName) => (value: string) => void
}

function Days({ values, onSet }: DaysProps) {
  const t = useTexts(membersTexts)
  const days: readonly [FilterName, string][] = [
    ['joinedFrom', t.joinedFrom],
    ['joinedTo', t.joinedTo],
    ['lastLoginFrom', t.lastLoginFrom],
    ['lastLoginTo', t.lastLoginTo],
    ['paidFrom', t.paidFrom],
    ['paidTo', t.paidTo],
    ['firstPaidFrom', t.firstPaidFrom],
    ['firstPaidTo', t.firstPaidTo],
  ]
  return (
    <>
      <h3>{t.days}</h3>
      <p className="muted">{t.daysHint}</p>
      <div className="members-fields">
        {days.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            type="date"
            value={values[name]?.slice(0, 10) ?? ''}
            onChange={onSet(name)}
          />
        ))}
      </div>
    </>
  )
}

interface OwnFieldsProps {
  draft: MemberFilter
  onDraft: (draft: MemberFilter) => void
  definition: MemberDefinition
}

function OwnFields({ draft, onDraft, definition }: OwnFieldsProps) {
  const t = useTexts(membersTexts)
  const filterable = definition.fields.filter((field) => field.filterable)
  if (filterable.length === 0) return null
  return (
    <>
      <h3>{t.ownFields}</h3>
      <div className="members-fields">
        {filterable.map((field) => (
          <FieldFilter
            key={field.key}
            field={field}
            condition={draft.fields[field.key] ?? {}}
            onChange={(condition) => onDraft({ ...draft, fields: { ...draft.fields, [field.key]: condition } })}
          />
        ))}
      </div>
    </>
  )
}

interface ChoiceProps {
  label: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  const t = useTexts(membersTexts)
  const all = [{ value: ANY, label: t.any }, ...options]
  return <Select label={label} options={all} value={value || ANY} onChange={onChange} />
}

interface FieldFilterProps {
  field: MemberFieldDefinition
  condition: FieldCondition
  onChange: (condition: FieldCondition) => void
}

/** Numbers and days have a range, other fields one value. */
function FieldFilter({ field: { label, type, options }, condition, onChange }: FieldFilterProps) {
  const t = useTexts(membersTexts)
  const flags = useFlags()
  const is = (value: string) => onChange({ is: value === ANY ? '' : value })
  if (type === 'checkbox' || type === 'select') {
    const choices = type === 'select' ? options.map((option) => ({ value: option, label: option })) : flags
    return <Choice label={label} options={choices} value={condition.is} onChange={is} />
  }
  if (type !== 'number' && type !== 'date')
    return <TextField label={label} value={condition.is ?? ''} onChange={(value) => onChange({ is: value })} />
  const inputMode = type === 'number' ? 'decimal' : 'none'
  const { from = '', to = '' } = condition.is === undefined ? condition : { from: condition.is, to: condition.is }
  const shared = type === 'date' ? { type: 'date' } : ({ inputMode, pattern: String.raw`-?\d+(\.\d+)?` } as const)
  return (
    <div className="members-range">
      <TextField {...shared} label={t.from({ label })} value={from} onChange={(next) => onChange({ from: next, to })} />
      <TextField {...shared} label={t.to({ label })} value={to} onChange={(next) => onChange({ from, to: next })} />
    </div>
  )
}
