import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { unclobbered } from '../../lib/dom'
import type { TextKey } from '../texts/english'
import { fillText } from '../texts/texts'
import { type CallOptions, useCall } from './use-call'

interface FormProps {
  form: FormState
  titleId: string
  /** The first field to fill in takes the focus on arrival and whenever this changes; null leaves the focus alone. */
  focusOn?: string | null
  children: ReactNode
}

/** A real form that is sent by POST: password managers know it as one, and Enter submits it. */
export function Form({ form, titleId, focusOn = '', children }: FormProps) {
  const { element } = form
  useEffect(() => {
    if (focusOn === null || !element.current) return
    const all = controls(element.current)
    const first = all.find(({ value }) => !value) ?? all[0]
    first?.focus()
  }, [focusOn, element])
  return (
    <form
      ref={element}
      part="form"
      method="post"
      noValidate
      aria-labelledby={titleId}
      aria-busy={form.busy}
      onSubmit={form.onSubmit}
    >
      {children}
    </form>
  )
}

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

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls that a person fills in, in their order. */
export const controls = (form: HTMLFormElement): Control[] =>
  Array.from(unclobbered(form).elements).filter(
    (element): element is Control =>
      element.matches('input,select,textarea') && !element.matches('[hidden],[tabindex="-1"]'),
  )

/** The first control that is called wrong; of those that share its name the first that is empty. */
export function firstBad(form: HTMLFormElement, errors: FieldErrors): Control | undefined {
  const all = controls(form)
  const first = all.find(({ name }) => errorOf(errors, name))
  return all.find(({ name, value }) => name === first?.name && !value) ?? first
}

/** Half a date is no value for the form's data, but it was meant as one. */
export const unreadable = (form: HTMLFormElement): FieldErrors =>
  Object.fromEntries(
    controls(form)
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, 'date_error_message']),
  )

/** What is wrong, by the name of the field, as the key of the text that says so. */
export type FieldErrors = Readonly<Record<string, TextKey | false | undefined>>

/** Asked by name, because a field may be named as what every object has: "constructor". */
export const errorOf = (errors: FieldErrors, name: string): TextKey | false | undefined =>
  Object.hasOwn(errors, name) && errors[name]

/** What was typed into a field of a form, as it is; empty without such a field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** The address in a form's field `email`, without the spaces around it. */
export const readEmail = (data: FormData): string => textOf(data, 'email').trim()

/** Tells a slip of the finger from an address; the server decides which addresses are real. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
