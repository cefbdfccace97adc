import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import type { Texts } from '../texts/english'
import { fillText } from '../texts/texts'

export interface FieldProps
  extends
    Omit<FieldFrameProps, 'inline'>,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      | 'type'
      | 'autoComplete'
      | 'placeholder'
      | 'readOnly'
      | 'inputMode'
      | 'minLength'
      | 'defaultValue'
      | 'dir'
      | 'onInput'
    > {
  /** Controls at the end of the input. */
  children?: ReactNode
}

/** A labelled input with its error. It is not controlled, so that what a password manager fills in always counts. */
export function Field({ name, label, error, hint, required, mark, children, ...input }: FieldProps) {
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint} required={required ?? true} mark={mark}>
      {(control) => (
        <div className="input-box">
          <input part="input" {...control} {...input} />
          {children}
        </div>
      )}
    </FieldFrame>
  )
}

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

interface EmailFieldProps extends Pick<FieldProps, 'name' | 'error' | 'readOnly' | 'onInput' | 'placeholder'> {
  texts: Texts
  /** What another screen or the page knows already; of any type where a page's script gave it. */
  value: unknown
}

/** The address that a member logs in with: `username` is what password managers call it. */
export function EmailField({ texts, value, ...field }: EmailFieldProps) {
  return (
    <Field
      {...field}
      label={texts.email_address}
      type="email"
      inputMode="email"
      dir="ltr"
      autoComplete="username"
      defaultValue={typeof value === 'string' ? value : ''}
    />
  )
}

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'children'> {
  showLabel: string
  hideLabel: string
}

/** A password that can be looked at. It hides itself while it is sent, so that password managers know it as one. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [wanted, setWanted] = useState(false)
  const visible = wanted && !field.readOnly
  const label = visible ? hideLabel : showLabel
  return (
    <Field {...field} type={visible ? 'text' : 'password'}>
      <button type="button" className="reveal" aria-label={label} title={label} onClick={() => setWanted(!visible)}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M1.8 10S4.6 4.5 10 4.5 18.2 10 18.2 10 15.4 15.5 10 15.5 1.8 10 1.8 10Z" />
          <circle cx="10" cy="10" r="2.5" />
          {visible && <path d="m3.5 16.5 13-13" />}
        </svg>
      </button>
    </Field>
  )
}

interface NewPasswordFieldProps extends Pick<FieldProps, 'name' | 'error' | 'readOnly' | 'onInput' | 'placeholder'> {
  texts: Texts
  label: string
}

/** A password that is being chosen: it says how long it has to be, to people and to what makes passwords up. */
export function NewPasswordField({ texts, ...field }: NewPasswordFieldProps) {
  return (
    <PasswordField
      {...field}
      hint={fillText(texts.new_password_hint, { count: PASSWORD_MIN_CHARS })}
      minLength={PASSWORD_MIN_CHARS}
      autoComplete="new-password"
      showLabel={texts.show_password}
      hideLabel={texts.hide_password}
    />
  )
}
