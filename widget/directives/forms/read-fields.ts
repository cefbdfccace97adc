import type { CustomFieldValue } from '../../../contract/entities'
import { isTag, unclobbered } from '../../lib/dom'
import { numberOf } from '../../lib/input'
import { $app } from '../../stores/app'
import { type Field, fieldsOf, isField, isReserved, keyOf, type ReservedKey, valueOf } from './field'
import { pageText } from '../../stores/texts'

/** The values of a form's fields, by the key in `data-ms-member`. */
export interface FormFields {
  /** A credential; '' without such a field. */
  credential(key: ReservedKey): string
  /** Whether the form has such a field. */
  has(key: ReservedKey): boolean
  /** The second text or password input of a key, which asks to repeat the first; undefined without one. */
  repeated(key: ReservedKey): string | undefined
  /** Every other field. */
  readonly customFields: Record<string, CustomFieldValue>
}

/**
 * Reads a form as a browser would send it: without disabled fields, and with the selected radio button of a group. A
 * checkbox gives true or false; with `data-ms-value`, a part of a list.
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
    repeated: (key) => groups.get(key)?.slice(1, 2).find(isTyped)?.value,
    // Typed lazily: the app may be unknown when the form is read.
    get customFields() {
      const custom = [...values].filter(([key]) => !isReserved(key))
      return Object.fromEntries(custom.map(([key, value]) => [key, typed(key, value)]))
    },
  }
}

/** A password under a custom key must not become a readable custom field, even while it is shown as text. */
const isSecret = (field: Field): boolean => field.matches('[type="password" i],[autocomplete*="password" i]')

/** Phones may type the digits of their language, which the server rejects as numbers. */
function typed(key: string, value: CustomFieldValue): CustomFieldValue {
  const field = $app.get()?.customFields.find((one) => one.key === key)
  return field?.type === 'number' && typeof value === 'string' ? (numberOf(value) ?? value) : value
}

/** Pages also mark a phone number or a date as a password. Such a field does not confirm a password. */
const isTyped = (field: Field): boolean => isTag(field, 'input') && /^(text|password)$/.test(field.type)

/** A new password. @throws Error with a message for the person if a confirmation differs */
export function confirmedPassword(fields: FormFields, key: 'password' | 'new-password'): string {
  const password = fields.credential(key)
  const confirmation = fields.has('confirm-password') ? fields.credential('confirm-password') : undefined
  if ([confirmation, fields.repeated(key)].some((again) => again !== undefined && again !== password))
    throw new Error(pageText('confirm_password_error_message'))
  return password
}

/**
 * Reports the first invalid field of a form with a provider login, which needs no email or password.
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

/** A confirmation of email or password may have no key. */
const isCredential = (field: Field): boolean =>
  isReserved(keyOf(field)) || field.type === 'password' || (field.type === 'email' && keyOf(field) === '')
