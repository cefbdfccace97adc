import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/default-texts'
import { useBusy } from '../ui/use-busy'

export interface Action {
  busy: boolean
  /**
   * Makes a call, unless another one is under way, and says how it ended. Never rejects.
   * @param work resolves with the sentence for the person: without one it is a plain one, empty it is none
   */
  run: (work: () => Promise<{ message?: string }>) => Promise<void>
  /** Says why a call that was made otherwise failed. */
  refuse: (reason: unknown) => void
}

interface ActionOptions {
  texts: Texts
  notify: ScreenProps<'PROFILE'>['notify']
  /** The server no longer knows the session, and this is how it said so. */
  onDeadSession: (reason: unknown) => void
}

/** The calls of the profile, one at a time whatever part of it asks. */
export function useAction({ texts, notify, onDeadSession }: ActionOptions): Action {
  const { busy, run } = useBusy()
  const refuse = (reason: unknown): void => {
    if (isRecord(reason) && reason['code'] === 'client/invalid-token') return onDeadSession(reason)
    // Asked afterwards: a logout succeeds without a connection too.
    notify({ text: navigator.onLine ? errorText(reason) : texts.offline_message, isError: true })
  }
  const act: Action['run'] = async (work) => {
    notify(null)
    try {
      const { message: text = texts.saved_message } = await work()
      if (text) notify({ text, isError: false })
    } catch (reason) {
      refuse(reason)
    }
  }
  return { busy, run: (work) => run(() => act(work)), refuse }
}
