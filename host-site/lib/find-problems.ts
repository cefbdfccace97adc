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
    const control = form.elements.namedItem(name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    const isEmpty = control.required && control.value.trim() === ''
    if (isEmpty) problems.set(name, missing)
    else if (!control.validity.valid || isTooShort(control)) problems.set(name, wrong)
  }
  return problems
}

/** The browser's own check looks only at what was typed by hand, not at what a password manager filled in. */
const isTooShort = ({ value, minLength }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  value !== '' && value.length < minLength
