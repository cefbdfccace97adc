import { useState } from 'react'
import { Field, type FieldProps } from './field'

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
