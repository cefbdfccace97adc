import { useRef, useState } from 'react'
import { errorText } from '../../lib/errors'
import type { Notice } from '../screen'
import type { Texts } from '../texts/english'

export interface CallOptions {
  texts: Texts
  /** `ScreenProps.notify`: shows errors. */
  notify: (notice: Notice | null) => void
}

interface Call {
  busy: boolean
  /** Does the work, unless other work runs. Its error is shown by its message, never thrown. */
  run: (work: () => Promise<unknown>) => void
}

/** Calls to the server: one at a time, with an immediate message while offline. */
export function useCall({ texts, notify }: CallOptions): Call {
  const { busy, run } = useBusy()
  const call = async (work: () => Promise<unknown>): Promise<void> => {
    notify(null)
    // False is reliable; true may mean a network without internet.
    if (!navigator.onLine) return notify({ text: texts.offline_message, isError: true })
    await work().catch((reason: unknown) => notify({ text: errorText(reason), isError: true }))
  }
  return { busy, run: (work) => void run(() => call(work)) }
}

interface Busy {
  busy: boolean
  /** Does the work, which must not reject, unless other work runs. */
  run: (work: () => Promise<void>) => Promise<void>
}

/** One thing at a time: ignores a second click, also before the busy state is drawn. */
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
