import type { RefObject } from 'react'

export interface FieldProps {
  /** Name in the form and ID of the element: a page has one form. */
  name: string
  label: string
  type: 'text' | 'email' | 'password' | 'tel' | 'url' | 'select' | 'textarea'
  required?: boolean
  autoComplete?: string
  hint?: string
  minLength?: number
  maxLength?: number
  placeholder?: string
  inputMode?: 'numeric'
  defaultValue?: string
  /** Options of a select: value → label. */
  options?: Readonly<Record<string, string>>
  inputRef?: RefObject<HTMLInputElement | null>
  error?: string | undefined
}

/** Uncontrolled, so that input made before hydration survives. */
export function Field(props: FieldProps) {
  const { name, label, type, required = false, hint, options, inputRef, error } = props
  const { autoComplete, minLength, maxLength, inputMode, placeholder, defaultValue } = props
  const hintId = `${name}-hint`
  const errorId = `${name}-error`
  const shared = {
    id: name,
    name,
    required,
    autoComplete,
    defaultValue,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': [error !== undefined && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {!required && <span className="optional"> (optional)</span>}
      </label>
      {type === 'select' ? (
        <select {...shared}>
          <option value="">Please choose</option>
          {Object.entries(options ?? {}).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : type === 'textarea' ? (
        <textarea {...shared} minLength={minLength} maxLength={maxLength} placeholder={placeholder} rows={4} />
      ) : (
        <input {...shared} {...{ type, minLength, maxLength, inputMode, placeholder }} ref={inputRef} />
      )}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

export interface GroupedField extends FieldProps {
  /** Heading of its group; fields of one group must be adjacent. */
  group?: string
}

interface GroupedFieldsProps {
  fields: readonly GroupedField[]
  /** Invalid fields: name → message. */
  problems: ReadonlyMap<string, string>
}

export function GroupedFields({ fields, problems }: GroupedFieldsProps) {
  const groups = [...new Set(fields.map(({ group }) => group))]
  return groups.map((name) => {
    const members = fields
      .filter(({ group }) => group === name)
      .map((field) => <Field key={field.name} {...field} error={problems.get(field.name)} />)
    if (name === undefined) return members
    return (
      <fieldset key={name} className="field-group">
        <legend>{name}</legend>
        {members}
      </fieldset>
    )
  })
}
