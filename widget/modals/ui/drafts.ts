/**
 * Text typed into the forms, until the page is left: a dialog that was closed by accident still has it.
 * Never passwords and codes.
 */
interface Draft {
  /** The form's own value. If the page or another screen sets another one, that one is shown. */
  initial: string
  value: string
}

const drafts = new Map<string, Draft>()

/** The person has logged in: the next one may be someone else. */
export const clearDrafts = (): void => drafts.clear()

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** @param form name of the form */
export function saveDraft(form: string, control: Control): void {
  if (!isSecret(control)) drafts.set(keyOf(form, control), { initial: initialOf(control), value: valueOf(control) })
}

/** Types the kept values into a form. */
export function restoreDrafts(form: string, controls: readonly Control[]): void {
  for (const control of controls) {
    const draft = drafts.get(keyOf(form, control))
    if (draft === undefined || isSecret(control) || draft.initial !== initialOf(control)) continue
    if (isCheckbox(control)) control.checked = draft.value !== ''
    else control.value = draft.value
  }
}

const keyOf = (form: string, { name }: Control): string => `${form} ${name}`

/** Passwords, also while they are shown, codes, and fields that people do not see. */
const isSecret = (control: Control): boolean =>
  control.type === 'password' || /-password$|one-time-code|^off$/.test(control.autocomplete)

/** Whether someone has typed or chosen something on a screen, also a password. The browser's own autofill doesn't count. */
export const hasInput = (screen: Element): boolean =>
  Array.from(screen.querySelectorAll<Control>('input,select,textarea')).some(
    (control) =>
      valueOf(control) !== initialOf(control) && !control.closest('[hidden]') && !control.matches(':is(:autofill)'),
  )

/** The value as text; empty for an unchecked checkbox. */
export const valueOf = (control: Control): string =>
  isCheckbox(control) ? (control.checked ? 'on' : '') : control.value

/** The value that the form sets, which React keeps up to date in the DOM. */
export function initialOf(control: Control): string {
  if (isCheckbox(control)) return control.defaultChecked ? 'on' : ''
  if (!('options' in control)) return control.defaultValue
  return Array.from(control.options).find(({ defaultSelected }) => defaultSelected)?.value ?? ''
}

export const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
