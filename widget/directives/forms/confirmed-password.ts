import type { FormFields } from './read-fields'

/** The sentence of the modals too. */
const NOT_THE_SAME = 'The two passwords are not the same.'

/**
 * A new password; where the form asks for it twice, only if it was typed alike.
 * @throws Error with a sentence for the person
 */
export function confirmedPassword(fields: FormFields, key: 'password' | 'new-password'): string {
  const password = fields.credential(key)
  if (fields.has('confirm-password') && fields.credential('confirm-password') !== password)
    throw new Error(NOT_THE_SAME)
  return password
}
