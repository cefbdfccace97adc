import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import type { Texts } from '../texts/default-texts'
import { fillText } from '../texts/fill-text'
import type { FieldProps } from './field'
import { PasswordField } from './password-field'

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
