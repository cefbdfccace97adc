import { setImmediate as nextTurn } from 'node:timers/promises'
import { callProcess } from './call-process'
import type { ProcessAnswer } from './call-process'

const PASSWORD = 'seven quiet otters'

type Act = 'signup' | 'read' | 'change'

export interface GivenAnswer {
  act: Act
  /** Phases of the request and the response. */
  asked: string
  answered: string
  status: number
  code: string | undefined
  ms: number
}

interface Joined {
  email: string
  token: string
  /** When the sign-up (0) and each change was acknowledged. */
  acknowledged: { change: number; phase: string }[]
}

export interface Load {
  answers: GivenAnswer[]
  joined: Joined[]
  /** Starts a phase. */
  enter(phase: string): void
  count(phase: string, status: number, act?: Act): number
  /** Status counts by phase, on one line. */
  summary(): string
  stop(): Promise<void>
  /** Settles when all have stopped: by `stop`, or because a connection broke. */
  ended: Promise<unknown>
}

/**
 * People who sign up, read themselves and change their names in a loop, whatever the responses. A request without a
 * response ends the load with an error.
 * @param name prefix of the people; unique per load
 */
export function keepAsking(api: { url: string }, people: number, name = 'person'): Load {
  const answers: GivenAnswer[] = []
  const joined: Joined[] = []
  let phase = 'before'
  const state = { isStopped: false }

  const ask = async <T>(act: Act, work: () => Promise<ProcessAnswer<T>>): Promise<ProcessAnswer<T>> => {
    const [asked, since] = [phase, performance.now()]
    const answer = await work()
    const { status, code } = answer
    answers.push({ act, asked, answered: phase, status, code, ms: performance.now() - since })
    // Yield, or a fast loop would starve the others.
    await nextTurn()
    return answer
  }

  const live = async (person: number): Promise<void> => {
    for (let count = 0; !state.isStopped; count += 1) {
      const email = `${name}${person}-${count}@example.test`
      const plans = [{ planId: 'pln_free' }]
      const signup = await ask('signup', () => callProcess(api, 'signup', { email, password: PASSWORD, plans }))
      if (signup.status !== 200) continue
      const member = { email, token: signup.data.tokens.accessToken, acknowledged: [{ change: 0, phase }] }
      joined.push(member)
      for (let change = 1; change <= 5 && !state.isStopped; change += 1) await changeAs(member, change)
    }
  }
  const changeAs = async (member: Joined, change: number): Promise<void> => {
    const how = { token: member.token }
    await ask('read', () => callProcess(api, 'getMember', {}, how))
    const input = { customFields: { 'first-name': String(change) } }
    const { status } = await ask('change', () => callProcess(api, 'updateMember', input, how))
    if (status === 200) member.acknowledged.push({ change, phase })
  }
  const lives = Array.from({ length: people }, (_, person) => live(person))
  const ended = Promise.all(lives)
  // Read when the load is stopped.
  ended.catch(() => {})
  return {
    ended: Promise.allSettled(lives),
    answers,
    joined,
    enter: (next) => void (phase = next),
    count: (of, wanted, kind) =>
      answers.filter(
        ({ asked, status, act }) => asked === of && status === wanted && (kind === undefined || act === kind),
      ).length,
    summary: () => summarise(answers),
    async stop() {
      state.isStopped = true
      await ended
    },
  }
}

/**
 * Acknowledged members whose plan or latest acknowledged change is missing.
 * @param counts whether a phase counts; all do by default
 */
export async function findLost(
  api: { url: string },
  { joined }: Load,
  counts: (phase: string) => boolean = () => true,
): Promise<string[]> {
  const lost: string[] = []
  for (const { email, token, acknowledged: all } of joined) {
    const acknowledged = all.findLast(({ phase }) => counts(phase))?.change
    if (acknowledged === undefined) continue
    const session = await callProcess(api, 'getMember', {}, { token })
    const login = await callProcess(api, 'login', { email, password: PASSWORD })
    if (login.status !== 200 || session.status !== 200) {
      lost.push(`${email}: session ${session.status}, login ${login.status}`)
      continue
    }
    const { planConnections, customFields } = login.data.member
    if (!planConnections.some(({ planId }) => planId === 'pln_free')) lost.push(`${email} has no plan`)
    const kept = Number(customFields['first-name'] ?? 0)
    if (kept < acknowledged) lost.push(`${email} has change ${kept}, and ${acknowledged} was acknowledged`)
  }
  return lost
}

function summarise(answers: readonly GivenAnswer[]): string {
  const counts = new Map<string, number>()
  for (const { asked, act, status } of answers) {
    const name = `${asked} ${act} ${status}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const longest = Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
  return `${[...counts].map(([name, count]) => `${name}: ${count}`).join(', ')}; the longest took ${longest} ms`
}
