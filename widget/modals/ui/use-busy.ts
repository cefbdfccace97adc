import { useRef, useState } from 'react'

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
