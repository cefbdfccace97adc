import { useRef, useState } from 'react'
import { isRecord } from '../../lib/is-record'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/default-texts'
import { messageOf } from '../ui/message-of'

export interface Action {
  busy: boolean
  /**
   * Makes a call, unless another one is under way, and says how it ended. Never rejects.
   * @param work resolves with the sentence for the person: without one it is a plain one, empty it is none
   */
  run: (work: () => Promise<{ message?: string }>) => Promise<void>
}

interface ActionOptions {
  texts: Texts
  notify: ScreenProps<'PROFILE'>['notify']
  /** The server no longer knows the session, and this is how it said so. */
  onDeadSession: (reason: unknown) => void
}

/** The calls of the profile, one at a time whatever part of it asks. */
export function useAction({ texts, notify, onDeadSession }: ActionOptions): Action {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const refused = (reason: unknown): void => {
    if (isRecord(reason) && reason['code'] === 'client/invalid-token') return onDeadSession(reason)
    // Asked afterwards: a logout succeeds without a connection too.
    notify({ text: navigator.onLine ? messageOf(reason) : texts.offline_message, isError: true })
  }
  const run: Action['run'] = async (work) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    notify(null)
    try {
      const { message: text = texts.saved_message } = await work()
      if (text) notify({ text, isError: false })
    } catch (reason) {
      refused(reason)
    }
    running.current = false
    setBusy(false)
  }
  return { busy, run }
}
