import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { CustomField, CustomFieldValue } from '../../../contract/entities'
import type { Texts } from '../texts/default-texts'
import { Field, type FieldProps } from '../ui/field'
import { FieldFrame } from '../ui/field-frame'

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
