import { type ReactNode, useId } from 'react'

/** What the control of a field is told, whatever its tag. */
export interface ControlProps {
  id: string
  name: string
  required: boolean
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export interface FieldFrameProps {
  /** Name in the form's data. */
  name: string
  label: string
  /** What is wrong with the value; null when nothing is. */
  error: string | null
  /** What helps to fill it in; it gives way to an error. */
  hint?: string | undefined
  /** False for a field that may stay empty. */
  required?: boolean
  /** Stands after the label of a required field. Only of use where other fields are not required. */
  mark?: string | undefined
  /** Puts the control before its label: for a checkbox. */
  inline?: boolean
}

/** A label, its control and what is said about it. An error is announced when it appears. */
export function FieldFrame(props: FieldFrameProps & { children: (control: ControlProps) => ReactNode }) {
  const { name, label, error, hint, required = true, mark, inline = false, children } = props
  // Password managers look for the word in it; unique in the dialog, which shows one form with such a field at a time.
  const id = `ms-${name}`
  const noteId = useId()
  const note = error ?? hint
  return (
    <div className={inline ? 'field inline' : 'field'} part="field">
      <label htmlFor={id} part="label">
        {label}
        {required && mark && (
          <span className="mark" aria-hidden="true">
            {mark}
          </span>
        )}
      </label>
      {children({
        id,
        name,
        required,
        'aria-invalid': error !== null,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p
          key={note}
          id={noteId}
          className={error === null ? 'muted hint' : 'field-error'}
          part={error === null ? 'hint' : 'field-error'}
          role={error === null ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  )
}
