import type { InputHTMLAttributes, ReactNode } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame'

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
