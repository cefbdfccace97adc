/** A field of a form whose mistakes are said beside it. */
export interface CheckedField {
  name: string
  /** Said when it is needed and empty. */
  missing?: string
  /** Said when it is filled in and wrong. */
  wrong?: string
}

/** What is wrong with a form, by field, in the form's order; the browser judges, the words are ours. */
export function findProblems(form: HTMLFormElement, fields: readonly CheckedField[]): Map<string, string> {
  const problems = new Map<string, string>()
  for (const { name, missing = 'Please fill this in.', wrong = 'Please check this.' } of fields) {
    const control = firstControl(form, name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    if (control.required && isEmpty(control)) problems.set(name, missing)
    else if (!control.validity.valid || isTooShort(control)) problems.set(name, wrong)
  }
  return problems
}

/** What stands first under a name: of radios, the first one. */
export const firstControl = (form: HTMLFormElement, name: string): Element | undefined =>
  [...form.elements].find((one) => one.getAttribute('name') === name)

/** Every radio has a value; it is empty where none of its name is chosen. */
const isEmpty = (control: HTMLInputElement | HTMLTextAreaElement): boolean =>
  control.type === 'radio' ? control.validity.valueMissing : control.value.trim() === ''

/** The browser's own check looks only at what was typed by hand, not at what a password manager filled in. */
const isTooShort = ({ value, minLength }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  value !== '' && value.length < minLength
