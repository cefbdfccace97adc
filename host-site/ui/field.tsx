import type { RefObject } from 'react'

export interface FieldProps {
  /** Name in the form; also the element's id, as a page has one form. */
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
  /** Choices of a select: value → label. */
  options?: Readonly<Record<string, string>>
  inputRef?: RefObject<HTMLInputElement | null>
  /** What is wrong with what was typed. */
  error?: string | undefined
}

/** A labelled input. The browser keeps the value, so that input made before the page is taken over survives. */
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
  /** Heading of the group that it belongs to; fields of one group follow each other. */
  group?: string
}

interface GroupedFieldsProps {
  fields: readonly GroupedField[]
  /** What is wrong: name → what to say beside it. */
  problems: ReadonlyMap<string, string>
}

/** A long form in parts, each with its heading. */
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
