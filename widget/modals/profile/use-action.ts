import { useRef, useState } from 'react'
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

/** The calls of the profile, one at a time whatever part of it asks. */
export function useAction(notify: ScreenProps<'PROFILE'>['notify'], texts: Texts): Action {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run: Action['run'] = async (work) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    notify(null)
    try {
      const { message: text = texts.saved_message } = await work()
      if (text) notify({ text, isError: false })
    } catch (reason) {
      // Asked afterwards: a logout succeeds without a connection too.
      notify({ text: navigator.onLine ? messageOf(reason) : texts.offline_message, isError: true })
    }
    running.current = false
    setBusy(false)
  }
  return { busy, run }
}
