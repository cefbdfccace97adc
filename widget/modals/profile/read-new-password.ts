import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import type { FieldErrors } from '../ui/field-errors'
import { textOf } from '../ui/text-of'

interface NewPasswordInput {
  /** Empty for a member who has none. */
  oldPassword: string
  newPassword: string
}

/** Passwords are taken as they are typed, spaces and all; the new one must be typed alike twice. */
export function readNewPassword(
  data: FormData,
  hasPassword: boolean,
): { input: NewPasswordInput; errors: FieldErrors } {
  const input = { oldPassword: textOf(data, 'oldPassword'), newPassword: textOf(data, 'newPassword') }
  const confirmed = textOf(data, 'confirmPassword')
  const errors: FieldErrors = {
    oldPassword: hasPassword && !input.oldPassword && 'password_error_message',
    newPassword: input.newPassword.length < PASSWORD_MIN_CHARS && 'new_password_error_message',
    confirmPassword: (!confirmed || confirmed !== input.newPassword) && 'confirm_password_error_message',
  }
  return { input, errors }
}
