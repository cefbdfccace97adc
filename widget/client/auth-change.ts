import type { Member, MembershipClient } from '../public'
import { reportProblem } from '../lib/report-problem'
import { $authChange } from '../stores/auth-change'

export interface AuthChange {
  onAuthChange: MembershipClient['onAuthChange']
  stop(): void
}

/** Callbacks of the page, told of every login and logout, here or in another tab. */
export function createAuthChange(): AuthChange {
  const callbacks = new Set<{ run: (member: Member | null) => void }>()
  const tell = (run: (member: Member | null) => void, member: Member | null): void => {
    try {
      run(member && withSelfReference(member))
    } catch (error) {
      reportProblem('error', 'A callback of onAuthChange failed.', error)
    }
  }
  const stop = $authChange.listen((change) => {
    for (const { run } of Array.from(callbacks)) if (change) tell(run, change.member)
  })
  return {
    onAuthChange(run) {
      const entry = { run }
      callbacks.add(entry)
      return { unsubscribe: () => callbacks.delete(entry) }
    },
    stop() {
      stop()
      callbacks.clear()
    },
  }
}

/** Pages written for `callback(member)` and for `callback({ member })` both find what they look for. */
function withSelfReference(member: Member): Member {
  const copy = { ...member }
  return Object.defineProperty(copy, 'member', { value: copy, enumerable: false })
}
