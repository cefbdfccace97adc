import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../../lib/errors'
import type { Notice } from '../screen'
import type { Texts } from '../texts/english'
import { LeavingContext } from './leaving'

export interface CallOptions {
  texts: Texts
  /** `ScreenProps.notify`: shows errors. */
  notify: (notice: Notice | null) => void
}

interface Call {
  busy: boolean
  /**
   * Does the work, unless other work is running. Its error is shown as a message, never thrown.
   * @param work passes the signal to the client, so that Escape and closing cancel it
   */
  run: (work: (signal: AbortSignal) => Promise<unknown>) => void
}

/** Calls to the server: one at a time, with an immediate message when offline. */
export function useCall({ texts, notify }: CallOptions): Call {
  const { busy, run } = useBusy()
  const call = async (work: Parameters<Call['run']>[0], signal: AbortSignal): Promise<void> => {
    notify(null)
    // False is reliable; true may mean a network without internet.
    if (!navigator.onLine) return notify({ text: texts.offline_message, isError: true })
    await work(signal).catch((reason: unknown) => signal.aborted || notify({ text: errorText(reason), isError: true }))
  }
  return { busy, run: (work) => void run((signal) => call(work, signal)) }
}

interface Busy {
  busy: boolean
  /** Does the work, which must not reject, unless other work is running. Canceled, it ends at once. */
  run: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

/** One thing at a time: ignores a second click, even before the busy state is rendered. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController>(null)
  const { cancelOnEscape } = useContext(LeavingContext)
  useEffect(() => () => running.current?.abort(), [])
  const run: Busy['run'] = async (work) => {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    setBusy(true)
    const release = cancelOnEscape(() => abort.abort())
    await Promise.race([work(abort.signal), aborted(abort.signal)])
    release()
    running.current = null
    setBusy(false)
  }
  return { busy, run }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()))

/** What a screen needs first, loaded once. Nothing is called after the screen has gone. */
export function useLoad<T>(
  load: () => Promise<T>,
  onLoaded: (value: T) => void,
  onError: (reason: unknown) => void = () => {},
): void {
  const begin = useEffectEvent(load)
  const loaded = useEffectEvent(onLoaded)
  const failed = useEffectEvent(onError)
  useEffect(() => {
    let isGone = false
    begin().then(
      (value) => void (isGone || loaded(value)),
      (reason: unknown) => void (isGone || failed(reason)),
    )
    return () => {
      isGone = true
    }
  }, [])
}
