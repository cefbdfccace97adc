import type { ServerRound } from './measure-rounds'
import { serverBudgets } from './server-budgets'

export interface ServerLine {
  what: string
  measured: string
  budget: string
  kept: boolean
}

type Budget = { atLeast: number } | { atMost: number }

/** One line for each budget. */
export function serverVerdict({ reads, signIns }: ServerRound, startMs: number): ServerLine[] {
  const times = (value: number) => `${value.toFixed(2)} ×`
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`
  const line = (what: string, measured: number, budget: Budget, text: (value: number) => string): ServerLine => {
    const isLeast = 'atLeast' in budget
    const bound = isLeast ? budget.atLeast : budget.atMost
    const kept = isLeast ? measured >= bound : measured <= bound
    return { what, measured: text(measured), budget: `${isLeast ? 'at least' : 'at most'} ${text(bound)}`, kept }
  }
  const ratio = (ours: { perSecond: number }, theirs: { perSecond: number }) => ours.perSecond / theirs.perSecond
  const { readsToPeer, signInsToPeer, readsToBare, startMs: startBudget } = serverBudgets
  return [
    line('session reads / better-auth', ratio(reads.ours, reads.peer), readsToPeer, times),
    line('sign-ins / better-auth', ratio(signIns.ours, signIns.peer), signInsToPeer, times),
    line('session reads / bare node:http', ratio(reads.ours, reads.bare), readsToBare, times),
    line('start to first answer', startMs, startBudget, milliseconds),
  ]
}
