import { useRef, useState, type SubmitEvent } from 'react'
import { findProblems, firstControl, type CheckedField } from './find-problems'

/** When something broke that nobody has a better sentence for (seed 000 section 8). */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.'

export interface Submission {
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
