import type { CustomFieldValue } from '../../../contract/entities'
import { attributeRows, attributes, type AttributeValue } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A key with a built-in meaning, not a custom field. */
export type ReservedKey = (typeof attributeRows.member.values)[number]

export const isReserved = (key: string): boolean => attributeRows.member.values.some((reserved) => reserved === key)

/** Inputs that are buttons are not fields. */
export const isField = (element: Element): element is Field =>
  isTag(element, 'select') ||
  isTag(element, 'textarea') ||
  (isTag(element, 'input') && !/^(submit|button|image|reset)$/.test(element.type))

/** The key in `data-ms-member`; '' without one. */
export const keyOf = (field: Element): string => field.getAttribute(attributes.member) ?? ''

/** The `data-ms-form` of a field's form; undefined without a valid one. */
export function formValue({ form }: Field): AttributeValue<'form'> | undefined {
  const kind = form && unclobbered(form).getAttribute(attributes.form)
  return attributeRows.form.values.find((one) => one === kind)
}

/**
 * Gives an input the type that its author left out: a password must never show as text, and phones offer another
 * keyboard for an email address.
 */
export function setMissingType(field: Field): void {
  if (!isTag(field, 'input') || field.getAttribute('type')) return
  const key = keyOf(field)
  const kind = formValue(field)
  if (isReserved(key) && key.endsWith('password')) field.type = 'password'
  else if (key === 'email' && kind && kind !== 'profile') field.type = 'email'
}

/** A form's fields with a key, in page order, including those linked by `form="id"`. */
export const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...unclobbered(form).elements].filter(isField).filter((field) => keyOf(field) !== '')

/** Clears the fields with these keys, so that secrets stay no longer than needed. */
export function clearFields(form: HTMLFormElement, ...keys: readonly ReservedKey[]): void {
  for (const field of fieldsOf(form)) {
    if (isTag(field, 'input') && keys.some((key) => key === keyOf(field))) field.value = ''
  }
}

/** A radio button or a checkbox. */
export const isTickable = (field: Field): field is HTMLInputElement =>
  field.type === 'radio' || field.type === 'checkbox'

/** Its value when selected. Page builders write the same `value` into every radio button, hence `data-ms-value`. */
const tickValue = (field: HTMLInputElement): string =>
  field.getAttribute(attributes.value) || (field.type === 'radio' ? field.value : '')

/** Fields that share one value: radio buttons or checkboxes of one key in one form. */
export function groupOf(field: Field): Field[] {
  if (!isTickable(field)) return [field]
  const { form, type } = field
  const key = keyOf(field)
  const around = form ? unclobbered(form).elements : field.ownerDocument.querySelectorAll(`input[type=${type}]`)
  return [...around].filter(isField).filter((one) => one.type === type && one.form === form && keyOf(one) === key)
}

/**
 * The value of all fields of one key: a list joined by ", " for checkboxes with values, the selected one for radio
 * buttons, else the first field.
 * @returns undefined when there is nothing to send
 */
export function valueOf(fields: readonly Field[]): CustomFieldValue | undefined {
  const boxes = fields
    .filter((field) => field.type === 'checkbox')
    .filter(isTickable)
    .filter(tickValue)
  if (boxes.length > 0) return joined(boxes.filter(({ checked }) => checked).map(tickValue))
  return fields.map(ownValue).find((value) => value !== undefined)
}

function ownValue(field: Field): CustomFieldValue | undefined {
  if (isTag(field, 'select')) return joined(Array.from(field.selectedOptions, ({ value }) => value))
  if (!isTickable(field)) return field.type === 'file' ? undefined : field.value
  if (field.type === 'checkbox') return field.checked
  return field.checked ? tickValue(field) : undefined
}

const joined = (values: readonly string[]): string => values.join(', ')

/** The current state of a field, as a comparable string. */
export function stateOf(field: Field): string {
  if (isTickable(field)) return String(field.checked)
  return isTag(field, 'select') ? optionsOf(field, ({ selected }) => selected) : field.value
}

/** The original state of a field. */
export function originalState(field: Field): string {
  if (isTickable(field)) return String(field.defaultChecked)
  if (isTag(field, 'select')) return originalOption(field)
  if (field.type === 'hidden') return originalValues.get(field) ?? field.value
  // Browsers invent a default: the middle of a range, black.
  return /^(range|color)$/.test(field.type) ? field.value : field.defaultValue
}

/** A single-line select shows the last option marked `selected`, else the first enabled one. */
function originalOption(select: HTMLSelectElement): string {
  if (select.multiple) return optionsOf(select, ({ defaultSelected }) => defaultSelected)
  const options = [...select.options]
  const [marked] = options.filter(({ defaultSelected }) => defaultSelected).slice(-1)
  const shown = marked ?? (select.size > 1 ? undefined : options.find(({ disabled }) => !disabled))
  return JSON.stringify(shown ? [shown.value] : [])
}

const optionsOf = (select: HTMLSelectElement, by: (option: HTMLOptionElement) => boolean): string =>
  JSON.stringify(
    Array.from(select.options)
      .filter(by)
      .map(({ value }) => value),
  )

/** Setting a hidden input's value overwrites its attribute, so `defaultValue` no longer has the original. */
const originalValues = new WeakMap<Field, string>()
const shownInHidden = new Set<string>()

/** A clone of a filled field carries the filled value, not the original. */
function keepOriginal(field: Field, next: string): void {
  if (!originalValues.has(field)) originalValues.set(field, shownInHidden.has(field.value) ? '' : field.value)
  shownInHidden.add(next)
}

/** Puts the original state back. */
export function restoreState(field: Field): void {
  if (isTickable(field)) set(field, 'checked', field.defaultChecked)
  else if (isTag(field, 'select')) for (const option of field.options) option.selected = option.defaultSelected
  else if (field.type === 'hidden') set(field, 'value', originalValues.get(field) ?? '')
  else set(field, 'value', field.defaultValue)
}

/** Shows a stored value. A select ignores a value it does not offer. */
export function showValue(field: Field, value: CustomFieldValue): void {
  const text = String(value)
  if (isTickable(field)) set(field, 'checked', isTicked(field, text))
  else if (!isTag(field, 'select')) {
    if (field.type === 'hidden') keepOriginal(field, text)
    set(field, 'value', text)
  } else if (field.multiple) {
    const isListed = listing(text)
    for (const option of field.options) option.selected = isListed(option.value)
  } else {
    const option = Array.from(field.options).find((one) => one.value === text)
    if (option) option.selected = true
  }
}

/** Whether a field already shows a stored value. */
export function isShowing(field: Field, value: CustomFieldValue): boolean {
  const text = String(value)
  if (isTickable(field)) return field.checked === isTicked(field, text)
  if (!isTag(field, 'select') || !field.multiple) return field.value === text
  const isListed = listing(text)
  return Array.from(field.options).every((option) => option.selected === isListed(option.value))
}

function isTicked(field: HTMLInputElement, text: string): boolean {
  const value = tickValue(field)
  if (field.type === 'radio') return value === text
  return value ? listing(text)(value) : /^(true|on|1)$/.test(text)
}

/** A value may contain a comma. Other software may have stored the list without spaces. */
function listing(text: string): (value: string) => boolean {
  const list = normalized(text)
  return (value) => list.includes(normalized(value))
}
const normalized = (list: string): string => `, ${list.replaceAll(/\s*,\s*/g, ', ')}, `

/** Uses the prototype's setter: React replaces the field's own setter and would miss the change. */
function set(field: Field, property: 'value' | 'checked', value: string | boolean): void {
  Reflect.set(Object.getPrototypeOf(field), property, value, field)
}
