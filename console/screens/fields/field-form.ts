import { FILTERABLE_FIELDS_MAX } from '../../../contract/limits'
import { CUSTOM_FIELD_KEY } from '../../../contract/reserved-values'
import type { ChangeLine } from '../../features/edit-dialog'
import { differing } from '../../features/edit-dialog'
import { escapeHtml } from '../../lib/format'
import { listOf, numberOf, textOf, textsOf } from '../../lib/json'
import type { Json } from '../../lib/json'

export const fieldTypes = ['text', 'textarea', 'select', 'checkbox', 'number', 'date', 'url', 'phone'] as const
export type FieldType = (typeof fieldTypes)[number]

export const visibilities = ['PRIVATE', 'MEMBERS', 'PUBLIC'] as const
export type Visibility = (typeof visibilities)[number]

/** Values of the dialog. */
export interface FieldForm {
  key: string
  label: string
  type: FieldType
  /** One per line. */
  options: string
  visibility: Visibility
  required: boolean
  hidden: boolean
  restrictToAdmin: boolean
  filterable: boolean
}

/** A custom field of the definition. */
export interface Field extends FieldForm {
  /** For tables: the key. */
  id: string
}

export const newField: FieldForm = {
  key: '',
  label: '',
  type: 'text',
  options: '',
  visibility: 'PRIVATE',
  required: false,
  hidden: false,
  restrictToAdmin: false,
  filterable: false,
}

/** Fields in the order in which forms show them: those without a position come last. */
export function fieldsOf(definition: Json): Field[] {
  const position = (item: Json) => numberOf(item['order']) ?? Infinity
  const byPosition = (one: Json, other: Json) =>
    position(one) === position(other) ? 0 : position(one) - position(other)
  return listOf(definition['customFields'])
    .toSorted(byPosition)
    .map((item) => ({
      id: textOf(item['key']),
      key: textOf(item['key']),
      label: textOf(item['label']),
      type: fieldTypes.find((type) => type === item['type']) ?? 'text',
      options: textsOf(item['options']).join('\n'),
      visibility: visibilities.find((one) => one === item['visibility']) ?? 'PRIVATE',
      required: item['required'] === true,
      hidden: item['hidden'] === true,
      restrictToAdmin: item['restrictToAdmin'] === true,
      filterable: item['filterable'] === true,
    }))
}

const optionsOf = (form: FieldForm): string[] =>
  form.type === 'select'
    ? form.options
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : []

/** As the server stores it; without a key, the server makes one from the label. */
export const toItem = (form: FieldForm): Json => ({
  ...(form.key.trim() && { key: form.key.trim() }),
  label: form.label.trim(),
  type: form.type,
  options: optionsOf(form),
  visibility: form.visibility,
  required: form.required,
  hidden: form.hidden,
  restrictToAdmin: form.restrictToAdmin,
  filterable: form.filterable,
})

export type FieldProblem = 'needsLabel' | 'wrongKey' | 'needsOptions'

export function problemOf(form: FieldForm): FieldProblem | null {
  if (form.label.trim() === '') return 'needsLabel'
  if (form.key.trim() !== '' && !CUSTOM_FIELD_KEY.test(form.key.trim())) return 'wrongKey'
  return form.type === 'select' && optionsOf(form).length === 0 ? 'needsOptions' : null
}

/** Whether a field may still become filterable. */
export const mayFilter = (fields: readonly Field[], key: string): boolean =>
  fields.filter((field) => field.filterable && field.key !== key).length < FILTERABLE_FIELDS_MAX

/** Names of the form's parts and of their values. */
export interface FieldNames {
  label: string
  type: string
  options: string
  visibility: string
  requiredText: string
  hiddenText: string
  ownerOnlyText: string
  filterableText: string
  yes: string
  no: string
  types: Readonly<Record<FieldType, string>>
  visibilities: Readonly<Record<Visibility, string>>
}

export function changesOf(before: FieldForm, after: FieldForm, names: FieldNames): ChangeLine[] {
  const flag = (isOn: boolean) => (isOn ? names.yes : names.no)
  const lines: [string, (form: FieldForm) => string][] = [
    [names.label, (form) => form.label.trim()],
    [names.type, (form) => names.types[form.type]],
    [names.options, (form) => optionsOf(form).join(', ')],
    [names.visibility, (form) => names.visibilities[form.visibility]],
    [names.requiredText, (form) => flag(form.required)],
    [names.hiddenText, (form) => flag(form.hidden)],
    [names.ownerOnlyText, (form) => flag(form.restrictToAdmin)],
    [names.filterableText, (form) => flag(form.filterable)],
  ]
  return differing(lines.map(([label, read]) => ({ label, before: read(before), after: read(after) })))
}

/** The keys with one of them a place further up or down. */
export function moved(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const from = keys.indexOf(key)
  const other = keys[from + by]
  if (from === -1 || other === undefined) return [...keys]
  return keys.map((one) => (one === key ? other : one === other ? key : one))
}

/** An input for a page. */
export function markupOf({ key, label, type, options }: FieldForm): string {
  const name = `data-ms-member="${key}"`
  const text = escapeHtml(label)
  if (type === 'textarea') return `<label>${text} <textarea ${name}></textarea></label>`
  if (type === 'checkbox') return `<label><input type="checkbox" ${name}> ${text}</label>`
  if (type !== 'select') {
    const inputType = { text: 'text', number: 'number', date: 'date', url: 'url', phone: 'tel' }[type]
    return `<label>${text} <input type="${inputType}" ${name}></label>`
  }
  const choices = optionsOf({ ...newField, type, options }).map((option) => `  <option>${escapeHtml(option)}</option>`)
  return [`<label>${text} <select ${name}>`, ...choices, '</select></label>'].join('\n')
}
