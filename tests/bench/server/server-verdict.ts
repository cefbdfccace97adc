import type { ServerRound } from './measure-rounds'
import { serverBudgets } from './server-budgets'

export interface ServerLine {
  what: string
  measured: string
  budget: string
  kept: boolean
}

type Budget = { atLeast: number } | { atMost: number }

/** One line per budget. */
export function serverVerdict({ ratios }: Pick<ServerRound, 'ratios'>, startMs: number): ServerLine[] {
  const times = (value: number) => `${value.toFixed(2)} ×`
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`
  const line = (what: string, measured: number, budget: Budget, text: (value: number) => string): ServerLine => {
    const isLeast = 'atLeast' in budget
    const bound = isLeast ? budget.atLeast : budget.atMost
    const kept = isLeast ? measured >= bound : measured <= bound
    return { what, measured: text(measured), budget: `${isLeast ? 'at least' : 'at most'} ${text(bound)}`, kept }
  }
  const { readsToPeer, signInsToPeer, readsToBare, readsOnPostgres, startMs: startBudget } = serverBudgets
  return [
    line('session reads / better-auth', ratios.readsToPeer, readsToPeer, times),
    line('sign-ins / better-auth', ratios.signInsToPeer, signInsToPeer, times),
    line('session reads / bare node:http', ratios.readsToBare, readsToBare, times),
    ...(ratios.readsOnPostgres === null
      ? []
      : [line('session reads on PostgreSQL / on SQLite', ratios.readsOnPostgres, readsOnPostgres, times)]),
    line('start to first answer', startMs, startBudget, milliseconds),
  ]
}
