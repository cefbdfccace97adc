import { useState } from 'react'
import { UNEXPECTED } from '../../lib/use-submit'
import { NOTHING_TO_SAY, type Act, type Outcome } from './profile-actions'

/** Does something once at a time, and has said what came of it. */
export function useAct<Input extends unknown[] = []>(
  act: Act<Input>,
  say: (outcome: Outcome) => void,
): { busy: boolean; run: (...input: Input) => void } {
  const [busy, setBusy] = useState(false)
  async function work(input: Input) {
    setBusy(true)
    say(NOTHING_TO_SAY)
    try {
      say(await act(...input))
    } catch {
      say({ text: UNEXPECTED, failed: true })
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: (...input) => !busy && void work(input) }
}
