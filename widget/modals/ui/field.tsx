import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import type { Texts } from '../texts/english'
import { fillText } from '../../lib/texts'

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

/** A labeled input with its error. It is uncontrolled, so that values from password managers are read. */
export function Field({ name, label, error, hint, required, mark, aside, children, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ name, label, error, hint, mark, aside }} required={required ?? true}>
      {(control) => (
        <div className="input-box">
          <input part="input" {...control} {...input} />
          {children}
        </div>
      )}
    </FieldFrame>
  )
}

/** The props of a field's control, whatever its tag. */
interface ControlProps {
  id: string
  name: string
  required: boolean
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldFrameProps {
  /** Name in the form's data. */
  name: string
  label: string
  /** The error text; null without one. */
  error: string | null
  /** A hint for the input. An error replaces it. */
  hint?: string | undefined
  /** False for an optional field. */
  required?: boolean
  /** Shown after the label of a required field in forms with optional ones. */
  mark?: string | undefined
  /** Puts the control before its label, for a checkbox. */
  inline?: boolean
  /** Beside the label, but reached after the control. */
  aside?: ReactNode
}

/** A label, its control, and its hint or error. Errors are announced when they appear. */
export function FieldFrame(props: FieldFrameProps & { children: (control: ControlProps) => ReactNode }) {
  const { name, label, error, hint, required = true, mark, inline = false, aside, children } = props
  // Password managers look for the name in the ID. It is unique: a dialog shows one such form at a time.
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
      {aside && <div className="aside">{aside}</div>}
    </div>
  )
}

interface EmailFieldProps extends Pick<FieldProps, 'name' | 'error' | 'readOnly' | 'onInput' | 'placeholder'> {
  texts: Texts
  /** From another screen or the page. A script of the page may pass any type. */
  value: unknown
}

/** The login email. Password managers know it as `username`. */
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
  texts: Texts
}

/** A password field that can show its text. It is hidden during submit, so that password managers recognize it. */
export function PasswordField({ texts, ...field }: PasswordFieldProps) {
  const [wanted, setWanted] = useState(false)
  const visible = wanted && !field.readOnly
  const label = visible ? texts.hide_password : texts.show_password
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

/** A new password, with its minimum length for people and password generators. */
export function NewPasswordField({ texts, ...field }: NewPasswordFieldProps) {
  return (
    <PasswordField
      {...{ texts, ...field }}
      hint={fillText(texts.new_password_hint, { count: PASSWORD_MIN_CHARS })}
      minLength={PASSWORD_MIN_CHARS}
      autoComplete="new-password"
    />
  )
}
