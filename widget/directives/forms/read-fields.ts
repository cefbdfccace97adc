import type { CustomFieldValue } from '../../../contract/entities'
import { attributes } from '../../attributes'
import { isTag } from '../../lib/is-tag'
import { unshadowed } from '../../lib/unshadowed'

/** What a form's fields hold, by the key in `data-ms-member`. */
export interface FormFields {
  /** A field that takes part in logging in; an empty string without such a field. */
  credential(key: Credential): string
  /** Every other field. */
  customFields: Record<string, CustomFieldValue>
}

const credentials = ['email', 'password', 'token'] as const
type Credential = (typeof credentials)[number]

/**
 * Reads a form as a browser would send it: disabled fields are left out, and of a group of radio buttons the chosen
 * one counts. A checkbox gives true or false.
 */
export function readFields(form: HTMLFormElement): FormFields {
  const values = new Map<string, CustomFieldValue>()
  for (const field of unshadowed(form).elements) {
    const key = field.getAttribute(attributes.member)
    const value = field.matches(':disabled') ? undefined : valueOf(field)
    if (key && value !== undefined && (isCredential(key) || !isSecret(field))) values.set(key, value)
  }
  return {
    credential: (key) => String(values.get(key) ?? ''),
    customFields: Object.fromEntries([...values].filter(([key]) => !isCredential(key))),
  }
}

const isCredential = (key: string): boolean => credentials.some((credential) => credential === key)

/** A password under a key of its own must not end up among a member's readable fields. */
const isSecret = (field: Element): boolean => field.matches('input[type="password"]')

function valueOf(field: Element): CustomFieldValue | undefined {
  if (isTag(field, 'input')) return inputValue(field)
  if (isTag(field, 'textarea')) return field.value
  if (isTag(field, 'select')) return Array.from(field.selectedOptions, (option) => option.value).join(', ')
  return undefined
}

function inputValue(input: HTMLInputElement): CustomFieldValue | undefined {
  if (input.type === 'checkbox') return input.checked
  if (input.type === 'radio') return input.checked ? input.value : undefined
  return input.type === 'file' ? undefined : input.value
}
