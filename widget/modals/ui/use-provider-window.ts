import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { ProviderParams } from '../../public'
import type { CallOptions } from './use-call'

/** What a method of the client is given for a window of this screen. */
export type ProviderCall = Required<Pick<ProviderParams, 'provider' | 'signal'>>

interface ProviderWindowOptions extends CallOptions {
  /** Told why it came to nothing, unless the person closed the window; without it that is said by its message. */
  refuse?: (reason: unknown) => void
}

export interface ProviderWindow {
  /** Key of the provider whose window is open; null while there is none. */
  waitingFor: string | null
  /**
   * Does the work, which opens the window in this very turn: browsers allow it to a click alone. The same provider once
   * more brings its window back; another one's is closed first.
   */
  open: (provider: string, work: (call: ProviderCall) => Promise<unknown>) => void
  /** Closes the window. What it has said by then still counts. */
  close: () => void
}

/** The window of a provider that a screen has opened: one at a time, and none without the screen. */
export function useProviderWindow(options: ProviderWindowOptions): ProviderWindow {
  const { texts, notify, refuse = (reason) => notify({ text: errorText(reason), isError: true }) } = options
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  const current = useRef<{ provider: string; abort: AbortController } | null>(null)
  const end = (): void => {
    current.current = null
    setWaitingFor(null)
  }
  const close = (): void => {
    current.current?.abort.abort()
    end()
  }
  // Read when the screen goes: whatever is open then.
  useEffect(() => () => current.current?.abort.abort(), [])
  const open: ProviderWindow['open'] = (provider, work) => {
    notify(null)
    if (!navigator.onLine) return notify({ text: texts.offline_message, isError: true })
    const isAgain = current.current?.provider === provider
    if (!isAgain) close()
    const mine = { provider, abort: (isAgain && current.current?.abort) || new AbortController() }
    current.current = mine
    setWaitingFor(provider)
    const isLast = (): boolean => current.current === mine
    work({ provider, signal: mine.abort.signal }).then(
      () => isLast() && end(),
      (reason: unknown) => {
        if (!isLast()) return
        end()
        if (!isRecord(reason) || reason['code'] !== 'popup-closed') refuse(reason)
      },
    )
  }
  return { waitingFor, open, close }
}
