import type { RefObject } from 'react'

export interface FieldProps {
  /** Name in the form; also the element's id, as a page has one form. */
  name: string
  label: string
  type: 'text' | 'email' | 'password' | 'tel' | 'select' | 'textarea'
  required?: boolean
  autoComplete?: string
  hint?: string
  minLength?: number
  inputMode?: 'numeric'
  defaultValue?: string
  /** Choices of a select: value → label. */
  options?: Readonly<Record<string, string>>
  inputRef?: RefObject<HTMLInputElement | null>
}

/** A labelled input. The browser keeps the value, so that input made before the page is taken over survives. */
export function Field(props: FieldProps) {
  const { name, label, type, required = false, hint, options, inputRef } = props
  const { autoComplete, minLength, inputMode, defaultValue } = props
  const hintId = `${name}-hint`
  const shared = { id: name, name, required, autoComplete, defaultValue, 'aria-describedby': hint && hintId }
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
        <textarea {...shared} minLength={minLength} rows={3} />
      ) : (
        <input {...shared} type={type} minLength={minLength} inputMode={inputMode} ref={inputRef} />
      )}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
