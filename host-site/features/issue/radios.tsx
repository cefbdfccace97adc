import type { ReactNode } from 'react'

export interface RadiosProps {
  /** In the form. */
  name: string
  legend: string
  /** Value of the one that is chosen at first; null: the person has to choose. */
  chosen: string | null
  options: readonly { value: string; name: string; text: string }[]
  /** What one has to know to choose, above the options. */
  children?: ReactNode
  /** What is wrong with the choice. */
  error?: string | undefined
}

/** A choice of one, each with a line that says what it means. */
export function Radios({ name, legend, chosen, options, children, error }: RadiosProps) {
  const [noteId, errorId] = [`${name}-note`, `${name}-error`]
  const describedBy = [children !== undefined && noteId, error !== undefined && errorId].filter(Boolean).join(' ')
  return (
    <fieldset className="radios" aria-describedby={describedBy || undefined}>
      <legend>{legend}</legend>
      {children !== undefined && (
        <p className="hint" id={noteId}>
          {children}
        </p>
      )}
      {options.map(({ value, name: label, text }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            required={chosen === null}
            defaultChecked={value === chosen}
            aria-label={label}
            aria-describedby={`${name}-${value}`}
          />
          <span>
            <strong>{label}</strong>
            <span className="soft" id={`${name}-${value}`}>
              {text}
            </span>
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
