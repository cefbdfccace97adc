import { UNEXPECTED } from './site-results'
import { type SubmitEvent, useRef, useState } from 'react'

interface Submission {
  submitting: boolean
  /** What went wrong with the last try, empty if nothing did. */
  error: string
  /** What was wrong with fields at the last try: name → what to say beside it. Then nothing was sent. */
  problems: ReadonlyMap<string, string>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/**
 * The life of a form: editing → submitting → done, or editing again with an error. The fields keep their input.
 * @param fields to check first; the form needs `noValidate`, so that the words beside them are ours
 * @param send gets what was filled in; answers the error to show, empty on success
 */
export function useSubmit(fields: readonly CheckedField[], send: (data: FormData) => Promise<string>): Submission {
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState('')
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  // Beside the state, which is a moment late for two submits at once.
  const busy = useRef(false)

  async function submit(form: HTMLFormElement) {
    const found = findProblems(form, fields)
    setError('')
    setProblems(found)
    const [first] = found.keys()
    if (first !== undefined) return focusField(form, first)
    busy.current = true
    setSubmitting(true)
    try {
      setError(await send(new FormData(form)))
    } catch {
      setError(UNEXPECTED)
    } finally {
      busy.current = false
      setSubmitting(false)
    }
  }
  return {
    submitting,
    error,
    problems,
    onSubmit(event) {
      event.preventDefault()
      if (!busy.current) void submit(event.currentTarget)
    },
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const control = firstControl(form, name)
  if (control instanceof HTMLElement) control.focus()
}

/** A field of a form whose mistakes are said beside it. */
export interface CheckedField {
  name: string
  /** Said when it is needed and empty. */
  missing?: string
  /** Said when it is filled in and wrong. */
  wrong?: string
}

/** What is wrong with a form, by field, in the form's order; the browser judges, the words are ours. */
export function findProblems(form: HTMLFormElement, fields: readonly CheckedField[]): Map<string, string> {
  const problems = new Map<string, string>()
  for (const { name, missing = 'Please fill this in.', wrong = 'Please check this.' } of fields) {
    const control = firstControl(form, name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    if (control.required && isEmpty(control)) problems.set(name, missing)
    else if (!control.validity.valid || isTooShort(control)) problems.set(name, wrong)
  }
  return problems
}

/** What stands first under a name: of radios, the first one. */
const firstControl = (form: HTMLFormElement, name: string): Element | undefined =>
  [...form.elements].find((one) => one.getAttribute('name') === name)

/** Every radio has a value; it is empty where none of its name is chosen. */
const isEmpty = (control: HTMLInputElement | HTMLTextAreaElement): boolean =>
  control.type === 'radio' ? control.validity.valueMissing : control.value.trim() === ''

/** The browser's own check looks only at what was typed by hand, not at what a password manager filled in. */
const isTooShort = ({ value, minLength }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  value !== '' && value.length < minLength
