import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface FieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'placeholder' | 'readOnly' | 'inputMode' | 'onInput'
> {
  /** Name in the form's data. */
  name: string
  label: string
  /** What is wrong with the value; null when nothing is. */
  error: string | null
  /** Controls at the end of the input. */
  children?: ReactNode
}

/** A labelled input with its error. It is not controlled, so that what a password manager fills in always counts. */
export function Field({ name, label, error, children, ...input }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="field" part="field">
      <label htmlFor={id} part="label">
        {label}
      </label>
      <div className="input-box">
        <input
          id={id}
          name={name}
          part="input"
          required
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : errorId}
          {...input}
        />
        {children}
      </div>
      {error !== null && (
        <p id={errorId} className="field-error" part="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
