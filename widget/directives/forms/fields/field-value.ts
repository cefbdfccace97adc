import type { CustomFieldValue } from '../../../../contract/entities'
import { isTag } from '../../../lib/dom'
import { choiceOf, type Field, isTickable } from './field'

/**
 * What the fields of one key hold together. Checkboxes that stand for something give what is chosen, joined by ", ";
 * of a group of radio buttons the chosen one counts, of several other fields the last.
 * @returns undefined when there is nothing to send
 */
export function valueOf(fields: readonly Field[]): CustomFieldValue | undefined {
  const choices = fields
    .filter((field) => field.type === 'checkbox')
    .filter(isTickable)
    .filter(choiceOf)
  if (choices.length > 0) return joined(choices.filter(({ checked }) => checked).map(choiceOf))
  return fields.reduce<CustomFieldValue | undefined>((found, field) => ownValue(field) ?? found, undefined)
}

function ownValue(field: Field): CustomFieldValue | undefined {
  if (isTag(field, 'select')) return joined(Array.from(field.selectedOptions, ({ value }) => value))
  if (!isTickable(field)) return field.type === 'file' ? undefined : field.value
  if (field.type === 'checkbox') return field.checked
  return field.checked ? choiceOf(field) : undefined
}

const joined = (values: readonly string[]): string => values.join(', ')
