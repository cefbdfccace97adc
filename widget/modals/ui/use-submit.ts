import { type SubmitEvent, useRef, useState } from 'react'
import { unknownError } from '../../../contract/errors'

interface SubmitOptions<Input> {
  /** The form's values, or null after it has shown what is wrong with them. */
  read: (form: HTMLFormElement) => Input | null
  /** The call; what it rejects with is shown by its message. */
  send: (input: Input) => Promise<void>
}

export interface Submit {
  busy: boolean
  /** The message of the call that failed, kept until the next try. */
  failure: string | null
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/** The life of a form that makes a call: one call at a time, and a failure is shown, never thrown. */
export function useSubmit<Input>({ read, send }: SubmitOptions<Input>): Submit {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  const run = async (input: Input): Promise<void> => {
    running.current = true
    setBusy(true)
    await send(input).catch((reason: unknown) => setFailure(messageOf(reason)))
    running.current = false
    setBusy(false)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (running.current) return
    setFailure(null)
    const input = read(event.currentTarget)
    if (input !== null) void run(input)
  }
  return { busy, failure, onSubmit }
}

function messageOf(reason: unknown): string {
  const message = typeof reason === 'object' && reason !== null && 'message' in reason ? reason.message : null
  return typeof message === 'string' && message ? message : unknownError.message
}
