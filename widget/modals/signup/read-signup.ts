import type { CustomField, CustomFieldValue } from '../../../contract/entities'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { readCustomFields } from '../custom-fields/read-custom-fields'
import type { FieldErrors } from '../ui/field-errors'
import { isEmail, readEmail } from '../ui/read-email'
import { textOf } from '../ui/text-of'
import { HONEYPOT_NAME } from './honeypot'

export interface SignupInput {
  email: string
  /** Empty where a mailed code takes its place. */
  password: string
  customFields: Record<string, CustomFieldValue>
}

/** What the sign-up form holds; null if no person filled it in. */
export function readSignup(
  data: FormData,
  fields: readonly CustomField[],
  passwordless: boolean,
): { input: SignupInput; errors: FieldErrors } | null {
  if (textOf(data, HONEYPOT_NAME)) return null
  const { values, errors } = readCustomFields(data, fields)
  const input = { email: readEmail(data), password: textOf(data, 'password'), customFields: values }
  return {
    input,
    errors: {
      ...errors,
      email: !isEmail(input.email) && 'email_error_message',
      password: !passwordless && input.password.length < PASSWORD_MIN_CHARS && 'new_password_error_message',
    },
  }
}
