import type { CustomFieldValue } from '../../../../contract/entities'
import { isTag } from '../../../lib/dom'
import { choiceOf, type Field, isTickable } from './field'

/** What a person has made of a field, as a text that can be compared. */
export function stateOf(field: Field): string {
  if (isTickable(field)) return String(field.checked)
  return isTag(field, 'select') ? chosen(field, ({ selected }) => selected) : field.value
}

/** What it would be had nobody touched it. */
export function authoredState(field: Field): string {
  if (isTickable(field)) return String(field.defaultChecked)
  if (isTag(field, 'select')) return authoredChoice(field)
  if (field.type === 'hidden') return originalValues.get(field) ?? field.value
  // A browser makes these up: the middle of a range, black.
  return /^(range|color)$/.test(field.type) ? field.value : field.defaultValue
}

/** Setting a hidden input's value overwrites its attribute, so `defaultValue` no longer has what the author wrote. */
const originalValues = new WeakMap<Field, string>()
const shownInHidden = new Set<string>()

/** A clone of a filled field carries a value of ours, which is not what the author wrote. */
function keepOriginal(field: Field, next: string): void {
  if (!originalValues.has(field)) originalValues.set(field, shownInHidden.has(field.value) ? '' : field.value)
  shownInHidden.add(next)
}

/** Puts the author's own back. */
export function restoreState(field: Field): void {
  if (isTickable(field)) set(field, 'checked', field.defaultChecked)
  else if (isTag(field, 'select')) for (const option of field.options) option.selected = option.defaultSelected
  else if (field.type === 'hidden') set(field, 'value', originalValues.get(field) ?? '')
  else set(field, 'value', field.defaultValue)
}

/** Shows a stored value. What a select does not offer changes nothing. */
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

/** Whether a field shows a stored value already. */
export function isShowing(field: Field, value: CustomFieldValue): boolean {
  const text = String(value)
  if (isTickable(field)) return field.checked === isTicked(field, text)
  if (!isTag(field, 'select') || !field.multiple) return field.value === text
  const isListed = listing(text)
  return Array.from(field.options).every((option) => option.selected === isListed(option.value))
}

function isTicked(field: HTMLInputElement, text: string): boolean {
  const choice = choiceOf(field)
  if (field.type === 'radio') return choice === text
  return choice ? listing(text)(choice) : /^(true|on|1)$/.test(text)
}

/** A choice may hold a comma itself. Others than we may have written the list, without the spaces. */
function listing(text: string): (choice: string) => boolean {
  const list = evenly(text)
  return (choice) => list.includes(evenly(choice))
}
const evenly = (list: string): string => `, ${list.replaceAll(/\s*,\s*/g, ', ')}, `

/** By the prototype's setter: React puts one of its own on the field, and would not hear of the change. */
function set(field: Field, property: 'value' | 'checked', value: string | boolean): void {
  Reflect.set(Object.getPrototypeOf(field), property, value, field)
}

const chosen = (select: HTMLSelectElement, by: (option: HTMLOptionElement) => boolean): string =>
  JSON.stringify(
    Array.from(select.options)
      .filter(by)
      .map(({ value }) => value),
  )

/** A select of one line shows the last option that is marked, else the first that can be chosen. */
function authoredChoice(select: HTMLSelectElement): string {
  if (select.multiple) return chosen(select, ({ defaultSelected }) => defaultSelected)
  const options = [...select.options]
  const [marked] = options.filter(({ defaultSelected }) => defaultSelected).slice(-1)
  const shown = marked ?? (select.size > 1 ? undefined : options.find(({ disabled }) => !disabled))
  return JSON.stringify(shown ? [shown.value] : [])
}
