import type { CustomFieldValue } from '../../../contract/entities'
import { numberOf } from '../../lib/input'
import { $app } from '../../stores/app'
import { type Field, fieldsOf, isReserved, keyOf, type ReservedKey } from './fields/field'
import { valueOf } from './fields/field-value'

/** What a form's fields hold, by the key in `data-ms-member`. */
export interface FormFields {
  /** What takes part in logging in; an empty string without such a field. */
  credential(key: ReservedKey): string
  /** Whether the form asks for it. */
  has(key: ReservedKey): boolean
  /** Every other field. */
  readonly customFields: Record<string, CustomFieldValue>
}

/**
 * Reads a form as a browser would send it: disabled fields are left out, and of a group of radio buttons the chosen
 * one counts. A checkbox gives true or false, one with `data-ms-value` its part of a list.
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
    // Typed when asked for: the app may not be known when the form is read.
    get customFields() {
      const custom = [...values].filter(([key]) => !isReserved(key))
      return Object.fromEntries(custom.map(([key, value]) => [key, typed(key, value)]))
    },
  }
}

/** A password under a key of its own must not end up among a member's readable fields, nor while it is being shown. */
const isSecret = (field: Field): boolean => field.matches('[type="password" i],[autocomplete*="password" i]')

/** Phones offer their language's own digits: the server would not take them for a number. */
function typed(key: string, value: CustomFieldValue): CustomFieldValue {
  const field = $app.get()?.customFields.find((one) => one.key === key)
  return field?.type === 'number' && typeof value === 'string' ? (numberOf(value) ?? value) : value
}
