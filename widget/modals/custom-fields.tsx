import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { App, CustomField, CustomFieldValue } from '../../contract/entities'
import { tryOrUndefined } from '../lib/errors'
import { numberOf } from '../lib/input'
import type { TextKey, Texts } from './texts/english'
import { Field, FieldFrame, type FieldProps } from './ui/field'
import { type FieldErrors, type FormState, textOf } from './ui/form'

/**
 * The custom fields that a member can fill in, in the owner's order; those without an order come last. Names of
 * credentials are never custom fields, in our forms or the page's.
 */
export const visibleFields = ({ customFields }: App): CustomField[] =>
  customFields
    .filter(({ key, hidden, restrictToAdmin }) => !hidden && !restrictToAdmin && !credentials.has(key))
    // oxlint-disable-next-line unicorn/no-array-sort -- a copy; Firefox 114 has no toSorted
    .sort(byOrder)

const credentials = new Set(['email', 'password', 'token'])

const byOrder = (one: CustomField, other: CustomField): number =>
  one.order === other.order ? 0 : (one.order ?? Infinity) - (other.order ?? Infinity)

interface CustomFieldInputProps {
  field: CustomField
  /** The initial value. The form has the current one. */
  value: CustomFieldValue | undefined
  /** The error text; null without one. */
  error: string | null
  readOnly: boolean
  texts: Texts
  onInput: () => void
}

/** An uncontrolled input for a custom field's type, named by its key. */
export function CustomFieldInput({ field, value, error, readOnly, texts, onInput }: CustomFieldInputProps) {
  const { key: name, label, type, required } = field
  const frame = { name, label, error, required, mark: texts.required_mark }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const own = { 'aria-disabled': readOnly, onInput, part: 'input' }
  switch (type) {
    case 'textarea':
      return (
        <FieldFrame {...frame}>
          {(control) => <textarea {...control} {...own} rows={3} defaultValue={text} readOnly={readOnly} />}
        </FieldFrame>
      )
    case 'select':
      return (
        <FieldFrame {...frame}>
          {(control) => (
            <div className="input-box select">
              <select key={text} {...control} {...own} defaultValue={text}>
                <option value="">{texts.select_placeholder}</option>
                {field.options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            </div>
          )}
        </FieldFrame>
      )
    case 'checkbox':
      return (
        <FieldFrame {...frame} inline>
          {(control) => <input {...control} {...own} type="checkbox" defaultChecked={value === true} />}
        </FieldFrame>
      )
    default:
      return (
        <Field
          {...frame}
          {...inputs[type]}
          autoComplete={inputs[type].autoComplete ?? purposeOf(name)}
          defaultValue={text}
          readOnly={readOnly}
          onInput={onInput}
        />
      )
  }
}

interface CustomFieldInputsProps {
  fields: readonly CustomField[]
  /** Initial values by field key. */
  values: Record<string, CustomFieldValue>
  texts: Texts
  field: FormState['field']
}

/** The required ones. The others are folded below them; the form unfolds what has a value or an error. */
export function CustomFieldInputs({ fields, values, texts, field }: CustomFieldInputsProps) {
  const input = (one: CustomField) => (
    <CustomFieldInput {...field(one.key)} key={one.key} field={one} value={values[one.key]} texts={texts} />
  )
  const optional = fields.filter(({ required }) => !required)
  return (
    <>
      {fields.filter(({ required }) => required).map(input)}
      {optional.length > 0 && (
        <details className="optional" part="optional-fields">
          <summary>{texts.optional_fields}</summary>
          <div>{optional.map(input)}</div>
        </details>
      )}
    </>
  )
}

type TextLike = Exclude<CustomField['type'], 'textarea' | 'select' | 'checkbox'>

/** A number is typed as text: browsers hide the invalid text of a number input. */
const inputs: Record<TextLike, Pick<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'dir'>> = {
  text: { type: 'text' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  url: { type: 'url', autoComplete: 'url', dir: 'ltr' },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
}

/** Autofill purposes by the letters of a field's key. */
const autofillPurposes = new Map<string, HTMLInputAutoCompleteAttribute>([
  ['name', 'name'],
  ['firstname', 'given-name'],
  ['lastname', 'family-name'],
  ['company', 'organization'],
])

/** What a browser fills into the field with that key. */
export const purposeOf = (key: string) => autofillPurposes.get(key.toLowerCase().replace(/[^a-z]/g, ''))

interface CustomFieldsReading {
  /** By field key: boolean for a checkbox, number or null for a number, string for every other field. */
  values: Record<string, CustomFieldValue>
  /** Text keys of errors, by field key. */
  errors: FieldErrors
}

/** Reads a form's values of these fields. It catches typos without a call; the server validates. */
export function readCustomFields(data: FormData, fields: readonly CustomField[]): CustomFieldsReading {
  const values: Record<string, CustomFieldValue> = {}
  const errors: Record<string, TextKey> = {}
  for (const field of fields) {
    const text = textOf(data, field.key).trim()
    const error = text ? rules[field.type]?.(text) : field.required && 'required_error_message'
    if (error) errors[field.key] = error
    values[field.key] = valueOf(field, text)
  }
  return { values, errors }
}

function valueOf({ type }: CustomField, text: string): CustomFieldValue {
  if (type === 'checkbox') return text !== ''
  if (type === 'number') return numberOf(text)
  return text
}

/** Digits of any script, at least three, with common separators. */
const isPhone = (text: string): boolean =>
  /^[\p{Nd}\p{P}\p{Zs}+x]*$/iu.test(text) && /\p{Nd}(\P{Nd}*\p{Nd}){2}/u.test(text)

const isWebUrl = (text: string): boolean =>
  /^https?:\/\/\S/i.test(text) && tryOrUndefined(() => new URL(text)) !== undefined

/** The error of a text that is not empty. */
const rules: Partial<Record<CustomField['type'], (text: string) => TextKey | false>> = {
  number: (text) => numberOf(text) === null && 'number_error_message',
  url: (text) => !isWebUrl(text) && 'url_error_message',
  phone: (text) => !isPhone(text) && 'phone_error_message',
}
