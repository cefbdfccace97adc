import { unclobbered } from '../../lib/dom'
import { errorOf, type FieldErrors } from './field-errors'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls that a person fills in, in their order. */
export const controls = (form: HTMLFormElement): Control[] =>
  Array.from(unclobbered(form).elements).filter(
    (element): element is Control =>
      element.matches('input,select,textarea') && !element.matches('[hidden],[tabindex="-1"]'),
  )

/** The first control that is called wrong; of those that share its name the first that is empty. */
export function firstBad(form: HTMLFormElement, errors: FieldErrors): Control | undefined {
  const all = controls(form)
  const first = all.find(({ name }) => errorOf(errors, name))
  return all.find(({ name, value }) => name === first?.name && !value) ?? first
}

/** Half a date is no value for the form's data, but it was meant as one. */
export const unreadable = (form: HTMLFormElement): FieldErrors =>
  Object.fromEntries(
    controls(form)
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, 'date_error_message']),
  )
