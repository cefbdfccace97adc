import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { fillText } from '../texts/fill-text'
import { errorOf, type FieldErrors } from './field-errors'
import { firstBad, unreadable } from './form-controls'
import { type CallOptions, useCall } from './use-call'

export interface FormOptions<Input> extends CallOptions {
  /** What the form holds and what is wrong with it; null empties the form without a word, and nothing is sent. */
  read: (data: FormData) => { input: Input; errors: FieldErrors } | null
  /** The call, and what follows from its success. Is made only if nothing is wrong. */
  send: (input: Input) => Promise<unknown>
}

export interface FormState {
  element: RefObject<HTMLFormElement | null>
  /** What the form holds now, checked or not. */
  data: () => FormData
  busy: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Shows what is wrong beside its fields and goes to the first; true if nothing is. */
  accepts: (errors: FieldErrors) => boolean
  /** What a field of that name must know. */
  field: (name: string) => { name: string; error: string | null; readOnly: boolean; onInput: () => void }
}

/** The life of a form: checked when it is sent, its errors beside its fields, one call at a time, input never lost. */
export function useForm<Input>({ texts, notify, read, send }: FormOptions<Input>): FormState {
  const [errors, setErrors] = useState<FieldErrors>({})
  const element = useRef<HTMLFormElement>(null)
  const { busy, run } = useCall({ texts, notify })
  const data = (): FormData => new FormData(element.current ?? undefined)
  const accepts = (wrong: FieldErrors): boolean => {
    const form = element.current
    const found = { ...wrong, ...(form && unreadable(form)) }
    setErrors(found)
    if (!Object.values(found).some(Boolean)) return true
    notify(null)
    if (form) firstBad(form, found)?.focus()
    return false
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    const reading = read(data())
    // By the prototype: a custom field may be named "reset".
    if (!reading) return HTMLFormElement.prototype.reset.call(event.currentTarget)
    if (accepts(reading.errors)) run(() => send(reading.input))
  }
  const field: FormState['field'] = (name) => {
    const key = errorOf(errors, name)
    return {
      name,
      error: key ? fillText(texts[key], { count: PASSWORD_MIN_CHARS }) : null,
      readOnly: busy,
      // What is being corrected is no longer called wrong.
      onInput: () => setErrors((current) => (errorOf(current, name) ? { ...current, [name]: false } : current)),
    }
  }
  return { element, data, busy, onSubmit, accepts, field }
}
