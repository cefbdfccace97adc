import { attributes, withAttribute } from '../../attributes'

/** Empties the fields with these keys: a secret stays on the page no longer than it is needed. */
export function clearFields(form: HTMLFormElement, ...keys: readonly string[]): void {
  for (const field of form.elements) {
    if (keys.some((key) => field.matches(`input${withAttribute(attributes.member, key)}`))) {
      ;(field as HTMLInputElement).value = ''
    }
  }
}
