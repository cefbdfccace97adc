import { isTag } from '../../lib/dom'
import { fieldsOf, keyOf, type ReservedKey } from './fields/field'

/** Empties the fields with these keys: a secret stays on the page no longer than it is needed. */
export function clearFields(form: HTMLFormElement, ...keys: readonly ReservedKey[]): void {
  for (const field of fieldsOf(form)) {
    if (isTag(field, 'input') && keys.some((key) => key === keyOf(field))) field.value = ''
  }
}
