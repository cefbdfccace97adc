import { attributes, attributeValues } from '../../../attributes'
import { isTag, unclobbered } from '../../../lib/dom'

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Keys that mean something of their own: no custom field is behind them. */
export type ReservedKey = (typeof attributeValues.member)[number]

export const isReserved = (key: string): boolean => attributeValues.member.some((reserved) => reserved === key)

/** An input that is a button holds no value, though it has one. */
export const isField = (element: Element): element is Field =>
  isTag(element, 'select') ||
  isTag(element, 'textarea') ||
  (isTag(element, 'input') && !/^(submit|button|image|reset)$/.test(element.type))

/** Empty on a field that carries no value of a member. */
export const keyOf = (field: Element): string => field.getAttribute(attributes.member) ?? ''

/** Those with a key, in the order of the page; a field may stand outside its form and name it by `form="id"`. */
export const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...unclobbered(form).elements].filter(isField).filter((field) => keyOf(field) !== '')

/** A radio button or a checkbox. */
export const isTickable = (field: Field): field is HTMLInputElement =>
  field.type === 'radio' || field.type === 'checkbox'

/** What ticking it stands for; page builders write the same `value` into every radio button. */
export const choiceOf = (field: HTMLInputElement): string =>
  field.getAttribute(attributes.value) || (field.type === 'radio' ? field.value : '')

/** Fields that hold one value together: the radio buttons or checkboxes of one key in one form. */
export function groupOf(field: Field): Field[] {
  if (!isTickable(field)) return [field]
  const { form, type } = field
  const key = keyOf(field)
  const around = form ? unclobbered(form).elements : field.ownerDocument.querySelectorAll(`input[type=${type}]`)
  return [...around].filter(isField).filter((one) => one.type === type && one.form === form && keyOf(one) === key)
}
