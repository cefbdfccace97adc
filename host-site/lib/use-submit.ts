import { useState, type SubmitEvent } from 'react'

/** When something broke that nobody has a better sentence for (seed 000 section 8). */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.'

export interface Submission {
  submitting: boolean
  /** What went wrong with the last try, empty if nothing did. */
  error: string
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/**
 * The life of a form: editing → submitting → done, or editing again with an error. The fields keep their input.
 * @param send gets what was filled in; answers the error to show, empty on success
 */
export function useSubmit(send: (data: FormData) => Promise<string>): Submission {
  const [submitting, setSubmitting] = useState(false)
  const [error, setError] = useState('')

  async function submit(form: HTMLFormElement) {
    setSubmitting(true)
    setError('')
    try {
      setError(await send(new FormData(form)))
    } catch {
      setError(UNEXPECTED)
    } finally {
      setSubmitting(false)
    }
  }
  return {
    submitting,
    error,
    onSubmit(event) {
      event.preventDefault()
      if (!submitting) void submit(event.currentTarget)
    },
  }
}
