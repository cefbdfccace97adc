import { UNEXPECTED } from './site-results'
import { type FormEvent, type SubmitEvent, useRef, useState } from 'react'

interface Submission {
  submitting: boolean
  /** Error of the last submit; empty without one. */
  error: string
  /** Invalid fields of the last submit: name → message. Nothing was sent then. */
  problems: ReadonlyMap<string, string>
  /** Of the form. */
  handlers: {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
    /** A field that is right now loses its message. */
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
}

/**
 * Editing → submitting → done, or editing again with an error. Fields keep their input.
 * @param fields checked first; the form needs `noValidate`, so that our messages show
 * @param send returns the error to show; empty on success
 */
export function useSubmit(fields: readonly CheckedField[], send: (data: FormData) => Promise<string>): Submission {
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState('')
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  // A ref, because state is too late for two submits in a row.
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
    handlers: {
      onSubmit(event) {
        event.preventDefault()
        if (!busy.current) void submit(event.currentTarget)
      },
      onInput({ currentTarget }) {
        if (problems.size === 0) return
        const still = findProblems(currentTarget, fields)
        const left = [...problems].filter(([name]) => still.has(name))
        if (left.length < problems.size) setProblems(new Map(left))
      },
    },
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const control = firstControl(form, name)
  if (control instanceof HTMLElement) control.focus()
}

export interface CheckedField {
  name: string
  /** Message when required and empty. */
  missing?: string
  /** Message when invalid. */
  wrong?: string
}

/** Invalid fields in the form's order. The browser validates; the messages are ours. */
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

/** With radios, the first one. */
const firstControl = (form: HTMLFormElement, name: string): Element | undefined =>
  [...form.elements].find((one) => one.getAttribute('name') === name)

/** Every radio has a value, so ask the browser whether one of the group is chosen. */
const isEmpty = (control: HTMLInputElement | HTMLTextAreaElement): boolean =>
  control.type === 'radio' ? control.validity.valueMissing : control.value.trim() === ''

/** The browser's check covers typed input only, not what a password manager filled in. */
const isTooShort = ({ value, minLength }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  value !== '' && value.length < minLength
