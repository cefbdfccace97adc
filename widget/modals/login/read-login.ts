import type { FieldErrors } from '../ui/field-errors'
import { isEmail, readEmail } from '../ui/read-email'
import { textOf } from '../ui/text-of'

export interface LoginInput {
  email: string
  /** Empty where a mailed code takes its place. */
  password: string
}

/** A password is taken as it is typed, spaces and all. */
export function readLogin(data: FormData, passwordless = false): { input: LoginInput; errors: FieldErrors } {
  const input = { email: readEmail(data), password: textOf(data, 'password') }
  const errors: FieldErrors = {
    ...(!isEmail(input.email) && { email: 'email_error_message' }),
    ...(!passwordless && !input.password && { password: 'password_error_message' }),
  }
  return { input, errors }
}
