import type { Texts } from '../texts/default-texts'
import { Field, type FieldProps } from './field'

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
