import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Contender } from './contender'
import { sqliteBytes } from './database-bytes'
import { residentBytes } from './measure-process'
import { servingSchema, startProgram } from './program'
import { MEMBERS, PASSWORD } from './server-budgets'
import { send, signUpMembers } from './sign-up-members'
import type { Requests } from './sign-up-members'
import { ourRequests, startOurs } from './start-ours'

export interface Contenders {
  ours: Contender
  peer: Contender
  bare: Contender
}

export const contenderNames = ['ours', 'peer', 'bare'] as const satisfies (keyof Contenders)[]

/** Starts all contenders with the same members, each on its own database in `folder`; the bare handler reads ours. */
export async function openContenders(folder: string): Promise<Contenders> {
  const ours = await openOurs(join(folder, 'ours'))
  const peer = await openPeer(join(folder, 'peer'))
  return { ours, peer, bare: await openBare(join(folder, 'ours'), ours) }
}

async function openOurs(dataDir: string): Promise<Contender> {
  const server = await startOurs(dataDir, null)
  const restBytes = await residentBytes(server.pid)
  const bytes = () => sqliteBytes(join(dataDir, 'membership.db'))
  return { name: 'ours', ...server, ...(await fill(server.url, ourRequests, bytes)), restBytes }
}

async function openPeer(folder: string): Promise<Contender> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'peer.db')
  const { program, ready } = await startProgram('peer-server', { BENCH_DATABASE: file })
  const { url } = v.parse(servingSchema, ready)
  // Warm-up, as for ours.
  await fetch(`${url}/api/auth/ok`)
  const restBytes = await residentBytes(program.pid)
  const filled = await fill(url, peerRequests(url), () => sqliteBytes(file))
  return { name: 'better-auth', url, pid: program.pid, ...filled, restBytes, stop: () => program.stop() }
}

async function openBare(dataDir: string, ours: Contender): Promise<Contender> {
  const file = join(dataDir, 'membership.db')
  const { program, ready } = await startProgram('bare-server', { BENCH_DATABASE: file })
  const { url } = v.parse(servingSchema, ready)
  const restBytes = await residentBytes(program.pid)
  await requireSameBytes(ours, url)
  const floor = { name: 'bare node:http', url, pid: program.pid, stop: () => program.stop() }
  return { ...floor, reads: ours.reads, signIns: [], bytesPerMember: null, restBytes }
}

/** @param bytes of the database */
export async function fill(url: string, requests: Requests, bytes: () => Promise<number>) {
  const before = await bytes()
  const asked = await signUpMembers(url, requests)
  return { ...asked, bytesPerMember: ((await bytes()) - before) / MEMBERS }
}

/** A smaller response would not be a lower bound. */
async function requireSameBytes({ url, reads }: Contender, bareUrl: string): Promise<void> {
  for (const read of reads.slice(0, 10)) {
    const [own, bare] = [await (await send(url, read)).text(), await (await send(bareUrl, read)).text()]
    if (own !== bare) throw new Error(`The bare handler answers something else:\n${own}\n${bare}`)
  }
}

/** Requests to better-auth come from a page of its own origin. */
function peerRequests(url: string): Requests {
  const sent = (path: string, body: object) => ({
    method: 'POST' as const,
    path: `/api/auth${path}`,
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  return {
    signUp: (email) => sent('/sign-up/email', { email, password: PASSWORD, name: 'Ada Lovelace' }),
    signIn: (email) => sent('/sign-in/email', { email, password: PASSWORD }),
    read: async (signedUp) => {
      const cookie = signedUp.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ')
      const read = { method: 'GET' as const, path: '/api/auth/get-session', headers: { cookie } }
      const session: unknown = await (await send(url, read)).json()
      if (session === null) throw new Error('better-auth does not know its own session.')
      return read
    },
  }
}
