import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { App, CustomField, CustomFieldValue } from '../../contract/entities'
import { tryOrUndefined } from '../lib/errors'
import { numberOf } from '../lib/input'
import type { TextKey, Texts } from './texts/english'
import { Field, FieldFrame, type FieldProps } from './ui/field'
import { type FieldErrors, textOf } from './ui/form'

/**
 * The custom fields that a member may fill in, in the owner's order; those without a place in it come last. What is
 * named as something to log in with is never a custom field, in no form of ours or of the page's.
 */
export const visibleFields = ({ customFields }: App): CustomField[] =>
  customFields
    .filter(({ key, hidden, restrictToAdmin }) => !hidden && !restrictToAdmin && !credentials.has(key))
    // oxlint-disable-next-line unicorn/no-array-sort -- what filter gives is ours; Firefox 114 has no toSorted
    .sort(byOrder)

const credentials = new Set(['email', 'password', 'token'])

const byOrder = (one: CustomField, other: CustomField): number =>
  one.order === other.order ? 0 : (one.order ?? Infinity) - (other.order ?? Infinity)

interface CustomFieldInputProps {
  field: CustomField
  /** What it holds at first; what was typed since is in the form alone. */
  value: CustomFieldValue | undefined
  /** The sentence about what is wrong; null when nothing is. */
  error: string | null
  readOnly: boolean
  texts: Texts
  /** Anything was changed, by whatever control. */
  onInput: () => void
}

/** A custom field as its type wants to be filled in, not controlled, named by its key. */
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
          autoComplete={inputs[type].autoComplete ?? purposes.get(name.toLowerCase().replace(/[^a-z]/g, ''))}
          defaultValue={text}
          readOnly={readOnly}
          onInput={onInput}
        />
      )
  }
}

type TextLike = Exclude<CustomField['type'], 'textarea' | 'select' | 'checkbox'>

/** A number is typed as text: browsers keep to themselves what was typed into a number input and is none. */
const inputs: Record<TextLike, Pick<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'dir'>> = {
  text: { type: 'text' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  url: { type: 'url', autoComplete: 'url', dir: 'ltr' },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
}

/** What browsers can fill in by themselves, by the letters of a field's key. */
const purposes = new Map<string, HTMLInputAutoCompleteAttribute>([
  ['name', 'name'],
  ['firstname', 'given-name'],
  ['lastname', 'family-name'],
  ['company', 'organization'],
])

interface CustomFieldsReading {
  /** Typed by the fields: a checkbox gives a boolean, a number a number or null, every other field a string. */
  values: Record<string, CustomFieldValue>
  /** What is wrong, by field key, as the key of the text that says so; of a field in order there is no entry. */
  errors: FieldErrors
}

/** What a form holds for these fields. The server has the last word; this tells slips of the finger without asking it. */
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

/** Digits of any script, at least three, and what people put between them. */
const isPhone = (text: string): boolean =>
  /^[\p{Nd}\p{P}\p{Zs}+x]*$/iu.test(text) && /\p{Nd}(\P{Nd}*\p{Nd}){2}/u.test(text)

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S/i.test(text) && tryOrUndefined(() => new URL(text)) !== undefined

/** What is wrong with a text that is not empty. */
const rules: Partial<Record<CustomField['type'], (text: string) => TextKey | false>> = {
  number: (text) => numberOf(text) === null && 'number_error_message',
  url: (text) => !isWebAddress(text) && 'url_error_message',
  phone: (text) => !isPhone(text) && 'phone_error_message',
}
