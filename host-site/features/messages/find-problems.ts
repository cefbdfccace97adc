import type { MessageField } from './message-fields'

/** What is wrong with a form, by field, in the form's order; the browser judges, the words are ours. */
export function findProblems(form: HTMLFormElement, fields: readonly MessageField[]): Map<string, string> {
  const problems = new Map<string, string>()
  for (const { name, missing = 'Please fill this in.', wrong = 'Please check this.' } of fields) {
    const control = form.elements.namedItem(name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    const isEmpty = control.required && control.value.trim() === ''
    if (isEmpty) problems.set(name, missing)
    else if (!control.validity.valid) problems.set(name, wrong)
  }
  return problems
}
