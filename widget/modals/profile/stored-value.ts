/**
 * A control of a form that is not controlled. React keeps what it was given as default up to date in the DOM, and that
 * is what is stored; what the person made of it is the value.
 */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a control holds, as a text; a checkbox that is not ticked holds nothing. */
export const valueIn = (control: Control): string =>
  isCheckbox(control) ? (control.checked ? 'on' : '') : control.value

/** What it would hold had nobody touched it. */
export function storedIn(control: Control): string {
  if (isCheckbox(control)) return control.defaultChecked ? 'on' : ''
  if (!('options' in control)) return control.defaultValue
  return Array.from(control.options).find(({ defaultSelected }) => defaultSelected)?.value ?? ''
}

export function takeStored(control: Control): void {
  if (isCheckbox(control)) control.checked = control.defaultChecked
  else control.value = storedIn(control)
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
