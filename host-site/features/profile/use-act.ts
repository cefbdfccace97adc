import { useState } from 'react'
import { UNEXPECTED } from '../../lib/use-submit'
import { NOTHING_TO_SAY, type Act, type Outcome } from './profile-actions'

/** Does something once at a time, and has said what came of it. */
export function useAct(act: Act, say: (outcome: Outcome) => void): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false)
  async function work() {
    setBusy(true)
    say(NOTHING_TO_SAY)
    try {
      say(await act())
    } catch {
      say({ text: UNEXPECTED, failed: true })
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => !busy && void work() }
}
