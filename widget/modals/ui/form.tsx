import {
  type InputEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { unclobbered } from '../../lib/dom'
import type { TextKey } from '../texts/english'
import { fillText } from '../../lib/texts'
import { restoreDrafts, saveDraft, valueOf } from './drafts'
import { type CallOptions, useCall } from './use-call'

interface FormProps {
  form: FormState
  titleId: string
  /** Its name, if it is not the screen's only form. */
  label?: string
  /** The first empty field, or the button of a form without fields, gets the focus at first and whenever this changes. Null moves no focus. */
  focusOn?: string | null
  /** Name under which typed values are kept while the dialog is closed, never passwords. Default: they are not. */
  draft?: string
  children: ReactNode
}

/** A real POST form: password managers recognize it, and Enter submits it. */
export function Form({ form, titleId, label, focusOn = '', draft, children }: FormProps) {
  const { element } = form
  useLayoutEffect(() => {
    const all = element.current ? controls(element.current) : []
    if (draft !== undefined) restoreDrafts(draft, all)
    for (const control of all) if (valueOf(control)) unfold(control)
  }, [draft, element])
  const keep = ({ target }: InputEvent<HTMLFormElement>): void => {
    if (draft !== undefined && isControl(target)) saveDraft(draft, target)
  }
  useEffect(() => {
    if (focusOn === null || !element.current) return
    const all = controls(element.current).filter((control) => !control.closest('details:not([open])'))
    const first = all.find(({ value }) => !value) ?? all[0] ?? element.current.querySelector('button')
    first?.focus()
  }, [focusOn, element])
  return (
    <form
      ref={element}
      part="form"
      method="post"
      noValidate
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
      aria-busy={form.busy}
      onSubmit={form.onSubmit}
      onInput={keep}
    >
      {children}
    </form>
  )
}

interface FormOptions<Input> extends CallOptions {
  /** The form's values and errors. Null clears the form silently and sends nothing. */
  read: (data: FormData) => { input: Input; errors: FieldErrors } | null
  /** The call and what follows its success. Runs only without errors. */
  send: (input: Input, signal: AbortSignal) => Promise<unknown>
}

export interface FormState {
  element: RefObject<HTMLFormElement | null>
  /** The form's current values, valid or not. */
  data: () => FormData
  busy: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Shows errors next to their fields and focuses the first one; true without errors. */
  accepts: (errors: FieldErrors) => boolean
  /** The props of the field with that name. */
  field: (name: string) => { name: string; error: string | null; readOnly: boolean; onInput: () => void }
}

/** A form's state: validated at submit, errors next to the fields, one call at a time, input never lost. */
export function useForm<Input>({ texts, notify, read, send }: FormOptions<Input>): FormState {
  const [errors, setErrors] = useState<FieldErrors>({})
  const element = useRef<HTMLFormElement>(null)
  const { busy, run } = useCall({ texts, notify })
  const data = (): FormData => new FormData(element.current ?? undefined)
  const accepts = (given: FieldErrors): boolean => {
    const form = element.current
    const found = { ...given, ...(form && unreadable(form)) }
    setErrors(found)
    if (!Object.values(found).some(Boolean)) return true
    notify(null)
    if (!form) return false
    for (const control of controls(form)) if (errorOf(found, control.name)) unfold(control)
    firstBad(form, found)?.focus()
    return false
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    const reading = read(data())
    // From the prototype: a custom field may be named "reset".
    if (!reading) return HTMLFormElement.prototype.reset.call(event.currentTarget)
    if (accepts(reading.errors)) run((signal) => send(reading.input, signal))
  }
  const field: FormState['field'] = (name) => {
    const key = errorOf(errors, name)
    return {
      name,
      error: key ? fillText(texts[key], { count: PASSWORD_MIN_CHARS }) : null,
      readOnly: busy,
      // An error disappears once its field is edited.
      onInput: () => setErrors((current) => (errorOf(current, name) ? { ...current, [name]: false } : current)),
    }
  }
  return { element, data, busy, onSubmit, accepts, field }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Shows a field among folded ones. */
const unfold = (control: Control): void => control.closest('details')?.setAttribute('open', '')

/** The controls that a person fills in, in order. */
const controls = (form: HTMLFormElement): Control[] =>
  Array.from(unclobbered(form).elements).filter(
    (element): element is Control => isControl(element) && !element.matches('[hidden],[tabindex="-1"]'),
  )

const isControl = (target: EventTarget): target is Control =>
  target instanceof Element && target.matches('input,select,textarea')

/** The first control with an error; of those with the same name, the first empty one. */
function firstBad(form: HTMLFormElement, errors: FieldErrors): Control | undefined {
  const all = controls(form)
  const first = all.find(({ name }) => errorOf(errors, name))
  return all.find(({ name, value }) => name === first?.name && !value) ?? first
}

/** Errors of half-filled dates: the form's data has no value for them. */
const unreadable = (form: HTMLFormElement): FieldErrors =>
  Object.fromEntries(
    controls(form)
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, 'date_error_message']),
  )

/** Text keys of errors, by field name. */
export type FieldErrors = Readonly<Record<string, TextKey | false | undefined>>

/** Own properties only: a field may be named "constructor". */
const errorOf = (errors: FieldErrors, name: string): TextKey | false | undefined =>
  Object.hasOwn(errors, name) && errors[name]

/** The text of a field, untrimmed; empty without such a field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** The trimmed text of the field `email`. */
export const readEmail = (data: FormData): string => textOf(data, 'email').trim()

/** Catches typos only, and never what the browser's own field accepts; the server validates email addresses. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)
