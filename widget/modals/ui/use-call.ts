import { useRef, useState } from 'react'
import { errorText } from '../../lib/errors'
import type { Notice } from '../screen'
import type { Texts } from '../texts/english'

export interface CallOptions {
  texts: Texts
  /** Where failures are shown: `ScreenProps.notify`. */
  notify: (notice: Notice | null) => void
}

export interface Call {
  busy: boolean
  /** Does the work unless some is being done already. What it rejects with is shown by its message, never thrown. */
  run: (work: () => Promise<unknown>) => void
}

/** The life of a call to the server: one at a time, said at once where there is no connection. */
export function useCall({ texts, notify }: CallOptions): Call {
  const { busy, run } = useBusy()
  const call = async (work: () => Promise<unknown>): Promise<void> => {
    notify(null)
    // Only "no" can be believed: a browser with some network may still not reach anything.
    if (!navigator.onLine) return notify({ text: texts.offline_message, isError: true })
    await work().catch((reason: unknown) => notify({ text: errorText(reason), isError: true }))
  }
  return { busy, run: (work) => void run(() => call(work)) }
}

export interface Busy {
  busy: boolean
  /** Does the work, which must not reject, unless some is being done already. */
  run: (work: () => Promise<void>) => Promise<void>
}

/** One thing at a time: a second click before the first is drawn as busy counts for nothing. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run: Busy['run'] = async (work) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    await work()
    running.current = false
    setBusy(false)
  }
  return { busy, run }
}
