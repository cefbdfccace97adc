import type { CustomField, CustomFieldValue } from '../../../contract/entities'
import { tryOrUndefined } from '../../lib/errors'
import { numberOf } from '../../lib/input'
import type { TextKey } from '../texts/default-texts'
import type { FieldErrors } from '../ui/field-errors'
import { textOf } from '../ui/text-of'

interface CustomFieldsReading {
  /** Typed by the fields: a checkbox gives a boolean, a number a number or null, every other field a string. */
  values: Record<string, CustomFieldValue>
  /** What is wrong, by field key, as the key of the text that says so; of a field in order there is no entry. */
  errors: FieldErrors
}

/** What a form holds for these fields. The server has the last word; this tells slips of the finger without asking it. */
export function readCustomFields(data: FormData, fields: readonly CustomField[]): CustomFieldsReading {
  const values: Record<string, CustomFieldValue> = {}
  const errors: Record<string, TextKey> = {}
  for (const field of fields) {
    const text = textOf(data, field.key).trim()
    const error = text ? rules[field.type]?.(text) : field.required && 'required_error_message'
    if (error) errors[field.key] = error
    values[field.key] = valueOf(field, text)
  }
  return { values, errors }
}

function valueOf({ type }: CustomField, text: string): CustomFieldValue {
  if (type === 'checkbox') return text !== ''
  if (type === 'number') return numberOf(text)
  return text
}

/** Digits of any script, at least three, and what people put between them. */
const isPhone = (text: string): boolean =>
  /^[\p{Nd}\p{P}\p{Zs}+x]*$/iu.test(text) && /\p{Nd}(\P{Nd}*\p{Nd}){2}/u.test(text)

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S/i.test(text) && tryOrUndefined(() => new URL(text)) !== undefined

/** What is wrong with a text that is not empty. */
const rules: Partial<Record<CustomField['type'], (text: string) => TextKey | false>> = {
  number: (text) => numberOf(text) === null && 'number_error_message',
  url: (text) => !isWebAddress(text) && 'url_error_message',
  phone: (text) => !isPhone(text) && 'phone_error_message',
}
