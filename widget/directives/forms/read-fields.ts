import type { CustomFieldValue } from '../../../contract/entities'
import { unclobbered } from '../../lib/dom'
import { numberOf } from '../../lib/input'
import { $app } from '../../stores/app'
import { type Field, fieldsOf, isField, isReserved, keyOf, type ReservedKey, valueOf } from './field'

/** The values of a form's fields, by the key in `data-ms-member`. */
export interface FormFields {
  /** A value for logging in; '' without such a field. */
  credential(key: ReservedKey): string
  /** Whether the form has such a field. */
  has(key: ReservedKey): boolean
  /** Every other field. */
  readonly customFields: Record<string, CustomFieldValue>
}

/**
 * Reads a form as a browser would send it: without disabled fields, and with the selected radio button of a group. A
 * checkbox gives true or false, one with `data-ms-value` its part of a list.
 */
export function readFields(form: HTMLFormElement): FormFields {
  const groups = new Map<string, Field[]>()
  for (const field of fieldsOf(form)) {
    const key = keyOf(field)
    if (field.matches(':disabled') || (!isReserved(key) && isSecret(field))) continue
    groups.set(key, [...(groups.get(key) ?? []), field])
  }
  const values = new Map<string, CustomFieldValue>()
  for (const [key, fields] of groups) {
    const value = valueOf(fields)
    if (value !== undefined) values.set(key, value)
  }
  return {
    credential: (key) => String(values.get(key) ?? ''),
    has: (key) => values.has(key),
    // Typed when asked for: the app may be unknown when the form is read.
    get customFields() {
      const custom = [...values].filter(([key]) => !isReserved(key))
      return Object.fromEntries(custom.map(([key, value]) => [key, typed(key, value)]))
    },
  }
}

/** A password under a custom key must not become a readable custom field, nor while it is shown as text. */
const isSecret = (field: Field): boolean => field.matches('[type="password" i],[autocomplete*="password" i]')

/** Phones type their language's own digits; the server would refuse those as a number. */
function typed(key: string, value: CustomFieldValue): CustomFieldValue {
  const field = $app.get()?.customFields.find((one) => one.key === key)
  return field?.type === 'number' && typeof value === 'string' ? (numberOf(value) ?? value) : value
}

/** The modals have the same sentence. */
const NOT_THE_SAME = 'The two passwords are not the same.'

/** A new password. @throws Error with a sentence for the person if the form asks twice and the two differ */
export function confirmedPassword(fields: FormFields, key: 'password' | 'new-password'): string {
  const password = fields.credential(key)
  if (fields.has('confirm-password') && fields.credential('confirm-password') !== password)
    throw new Error(NOT_THE_SAME)
  return password
}

/**
 * Reports the first invalid field of a form in which a provider replaces email and password: those are not checked.
 * @returns whether there is one
 */
export function reportInvalid(form: HTMLFormElement): boolean {
  const own = unclobbered(form)
  if (own.noValidate) return false
  const wrong = [...own.elements].filter(isField).find((field) => field.willValidate && !isValid(field))
  wrong?.reportValidity()
  return wrong !== undefined
}

const isValid = (field: Field): boolean => field.validity.valid || isCredential(field)

/** A second email or password, for comparison, may have no key. */
const isCredential = (field: Field): boolean =>
  isReserved(keyOf(field)) || field.type === 'password' || (field.type === 'email' && keyOf(field) === '')
