import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { Checkbox } from '../../ui/choices'
import { Select, TextField } from '../../ui/fields'
import type { MemberFieldDefinition } from './definition'

export type FieldValue = string | number | boolean | null

interface FieldInputProps {
  field: MemberFieldDefinition
  /** As typed: a text, or whether the box is checked. */
  value: FieldValue
  onChange: (value: string | boolean) => void
  isReadOnly?: boolean
  error?: string | null | undefined
}

/** Value of the choice that clears a field. */
const NONE = ' '

/** The fitting input of a custom field. */
export function FieldInput({ field: { label, type, options }, value, onChange, isReadOnly, error }: FieldInputProps) {
  const t = useTexts(membersTexts)
  const text = value === null || typeof value === 'boolean' ? '' : String(value)
  if (type === 'checkbox')
    return (
      <Checkbox isSelected={value === true} onChange={onChange} isReadOnly={isReadOnly ?? false}>
        {label}
      </Checkbox>
    )
  if (type === 'select')
    return (
      <Select
        label={label}
        options={[{ value: NONE, label: '–' }, ...options.map((option) => ({ value: option, label: option }))]}
        value={text || NONE}
        onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
        isDisabled={isReadOnly ?? false}
        error={error}
      />
    )
  return (
    <TextField
      label={label}
      {...inputs[type]}
      value={text}
      onChange={onChange}
      isReadOnly={isReadOnly ?? false}
      error={error ?? null}
      hint={isReadOnly ? undefined : type === 'number' ? t.emptyValue : undefined}
    />
  )
}

const inputs = {
  text: {},
  textarea: { rows: 3 },
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
  url: { type: 'url', inputMode: 'url' },
  phone: { type: 'tel' },
} as const

/** The value for the API: null clears. Text that is not a number stays text, which the API refuses with its own message. */
export function toFieldValue({ type }: Pick<MemberFieldDefinition, 'type'>, typed: string | boolean): FieldValue {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (text === '') return type === 'checkbox' ? false : null
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : typed
}
