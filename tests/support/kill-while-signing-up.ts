import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { memberAuth } from '../../contract/entities'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { waitUntil } from './wait-until'

const PASSWORD = 'correct horse battery'
const HEADERS = { 'content-type': 'application/json', 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo' }
const WRITERS = 6
const LOAD_MAX_MS = 600

export interface KillReport {
  kills: number
  /** Sign-ups acknowledged before a kill. */
  acknowledged: number
  /** Sign-ups refused because the database was unreachable. */
  refused: number
  /** Acknowledged accounts or sessions that no longer work: must be empty. */
  lost: string[]
  /** Accounts without the other rows of their sign-up: must be empty. */
  partial: string[]
  /** Login tickets whose use was acknowledged before a kill. */
  tickets: number
  /** Tickets that worked twice: must be empty. */
  reused: string[]
}

/**
 * Repeatedly kills the API at random moments during sign-ups, restarts it on the same data, and tries every account and
 * used ticket again. Needs a build.
 */
export async function killWhileSigningUp(kills: number, installation: KillableInstallation): Promise<KillReport> {
  const report: KillReport = { kills, acknowledged: 0, refused: 0, lost: [], partial: [], tickets: 0, reused: [] }
  let api = await installation.start()
  for (let kill = 0; kill < kills; kill += 1) {
    const load = signUpUntilKilled(api.url, kill)
    await waitUntil('the first sign-up is acknowledged', () => load.acknowledged.size > 0)
    // Ensures that some tickets are used before a kill, even on a slow machine.
    if (kill % 3 === 0) await waitUntil('a ticket is used up', () => load.spent.length > 0)
    await sleep(Math.random() * LOAD_MAX_MS)
    await Promise.all([installation.strike(api), load.ended])
    report.refused += load.refused.length
    api = await installation.start()
    await checkTickets(api.url, load, report)
    await checkAccounts(api.url, load, report)
  }
  await endApi(api)
  return report
}

interface Load {
  tried: string[]
  /** Session by email address, for acknowledged sign-ups. */
  acknowledged: Map<string, string>
  refused: string[]
  /** Used tickets. */
  spent: string[]
  ended: Promise<unknown>
}

function signUpUntilKilled(url: string, round: number): Load {
  const tried: string[] = []
  const acknowledged = new Map<string, string>()
  const refused: string[] = []
  const spent: string[] = []
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const email = `round${round}-writer${writer}-${count}@example.test`
      tried.push(email)
      const body = { email, password: PASSWORD, plans: [{ planId: 'pln_free' }] }
      const response = await post(`${url}/auth/signup`, body).catch(() => null)
      if (response === null) return
      if (response.status === 503) return void refused.push(email)
      if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`)
      const token = await tokenOf(response).catch(() => null)
      if (token === null) return
      acknowledged.set(email, token)
      const ticket = await spendTicket(url, token).catch(() => null)
      if (ticket === null) return
      spent.push(ticket)
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return { tried, acknowledged, refused, spent, ended }
}

const tokenOf = async (signup: Response): Promise<string> =>
  v.parse(v.object({ data: memberAuth }), await signup.json()).data.tokens.accessToken

/** Requests and uses a ticket. Rejects if the API is gone. */
async function spendTicket(url: string, token: string): Promise<string> {
  const made = await post(`${url}/member/ticket`, {}, { authorization: `Bearer ${token}` })
  const { ticket } = v.parse(v.object({ data: v.object({ ticket: v.string() }) }), await made.json()).data
  const used = await post(`${url}/auth/member-ticket`, { ticket })
  if (!used.ok) throw new Error(`The ticket was answered ${used.status}.`)
  return ticket
}

/** Right after the start, because a ticket is valid for a minute. */
async function checkTickets(url: string, { spent }: Load, report: KillReport): Promise<void> {
  report.tickets += spent.length
  for (const ticket of spent) {
    const response = await post(`${url}/auth/member-ticket`, { ticket })
    if (response.ok) report.reused.push(ticket)
  }
}

async function checkAccounts(url: string, { tried, acknowledged }: Load, report: KillReport): Promise<void> {
  report.acknowledged += acknowledged.size
  for (const [email, token] of acknowledged) {
    const session = await fetch(`${url}/member`, { headers: { ...HEADERS, authorization: `Bearer ${token}` } })
    const known = v.parse(
      v.object({ data: v.nullish(v.object({ auth: v.object({ email: v.string() }) })) }),
      await session.json(),
    )
    if (known.data?.auth.email !== email) report.lost.push(`the session of ${email}: ${session.status}`)
  }
  const emails = tried.values()
  const check = async (): Promise<void> => {
    for (const email of emails) await checkLogin(url, email, acknowledged.has(email), report)
  }
  // As many at a time as signed up: a password takes a while to hash.
  await Promise.all(Array.from({ length: WRITERS }, check))
}

async function checkLogin(url: string, email: string, isAcknowledged: boolean, report: KillReport): Promise<void> {
  const response = await post(`${url}/auth/login`, { email, password: PASSWORD })
  if (response.ok) {
    const { data } = v.parse(v.object({ data: memberAuth }), await response.json())
    if (!data.member.planConnections.some(({ planId }) => planId === 'pln_free')) report.partial.push(email)
  } else if (isAcknowledged) {
    report.lost.push(`${email}: ${response.status} ${await response.text()}`)
  }
}

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) })
