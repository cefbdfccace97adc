import { useState } from 'react'
import { toFailure } from '../lib/failure'
import type { Failure } from '../lib/failure'

export interface Submit {
  isPending: boolean
  failure: Failure | null
  /** A second call while one runs does nothing. */
  run: (work: () => Promise<void>) => void
  /** Forgets the failure. */
  clear: () => void
}

/** A form that sends once at a time and keeps what was typed if that fails. */
export function useSubmit(): Submit {
  const [state, setState] = useState<{ isPending: boolean; failure: Failure | null }>({
    isPending: false,
    failure: null,
  })
  return {
    ...state,
    run(work) {
      if (state.isPending) return
      setState({ isPending: true, failure: null })
      work().then(
        () => setState({ isPending: false, failure: null }),
        (error: unknown) => setState({ isPending: false, failure: toFailure(error) }),
      )
    },
    clear: () => setState({ isPending: false, failure: null }),
  }
}

/** Codes of problems with one field: they show beside it, others above the button. */
const FIELD_CODES: Readonly<Record<string, 'email' | 'password'>> = {
  'invalid-email': 'email',
  'email-already-in-use': 'email',
  'invalid-password': 'password',
  'invalid-password-too-short': 'password',
  'password-too-common': 'password',
}

/** Where the sentence of a failed sign-up shows. */
export function placeFailure(failure: Failure | null): { email?: string; password?: string; form?: string } {
  if (!failure) return {}
  return { [FIELD_CODES[failure.code] ?? 'form']: failure.message }
}
