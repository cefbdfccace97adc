import { attributes } from '../../attributes'
import { isTag } from '../../lib/is-tag'
import { unshadowed } from '../../lib/unshadowed'

/** Empties the fields with these keys: a secret stays on the page no longer than it is needed. */
export function clearFields(form: HTMLFormElement, ...keys: readonly string[]): void {
  for (const field of unshadowed(form).elements) {
    if (isTag(field, 'input') && keys.includes(field.getAttribute(attributes.member) ?? '')) field.value = ''
  }
}
