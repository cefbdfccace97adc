/** Calls `/health`, a member's session read and a visitor's query of five records in turn, in its own process; the longest wait of each. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { endWithParent } from '../server/end-with-parent'

/** Message of the bench: start, or stop and report. */
export type ProbeMessage = { url: string; token: string; publicKey: string } | 'stop'

export interface ProbeFigures {
  /** Longest wait in milliseconds. */
  healthMs: number
  memberMs: number
  queryMs: number
  /** Responses of all three. */
  answers: number
  /** Responses other than 200, and broken connections. */
  failures: number
}

/** Pause between a response and the next call. */
const INTERVAL_MS = 8
/** A call without a response for this long is a failure that waited this long. */
const TIMEOUT_MS = 60_000

/** Of a table with 100,000 records. */
const SMALL_QUERY = JSON.stringify({ table: 'announcements', query: { findMany: { take: 5 } } })

interface Asked {
  headers: Record<string, string>
  /** JSON. */
  body?: string | undefined
}

endWithParent()

let running: { figures: ProbeFigures; stop(): Promise<void> } | null = null

process.on('message', (message: ProbeMessage) => void receive(message))
process.send?.('ready')

async function receive(message: ProbeMessage): Promise<void> {
  if (message !== 'stop') {
    running = begin(message)
    process.send?.('begun')
    return
  }
  await running?.stop()
  process.send?.(running?.figures ?? null)
  running = null
}

function begin({ url, token, publicKey }: Exclude<ProbeMessage, 'stop'>) {
  const figures: ProbeFigures = { healthMs: 0, memberMs: 0, queryMs: 0, answers: 0, failures: 0 }
  const state = { isStopped: false }
  const ask = async (path: string, { headers, body }: Asked, note: (ms: number) => void) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!state.isStopped) {
      const began = performance.now()
      const answered = await call(agent, url + path, { headers: { ...anywhere(), ...headers }, body })
      note(performance.now() - began)
      figures.answers += 1
      if (!answered) figures.failures += 1
      await pause(INTERVAL_MS)
    }
    agent.destroy()
  }
  const visitor = { 'x-api-key': publicKey }
  const member = { ...visitor, authorization: `Bearer ${token}` }
  const query = { headers: { ...visitor, 'content-type': 'application/json' }, body: SMALL_QUERY }
  const loops = [
    ask('/health', { headers: {} }, (ms) => (figures.healthMs = Math.max(figures.healthMs, ms))),
    ask('/member', { headers: member }, (ms) => (figures.memberMs = Math.max(figures.memberMs, ms))),
    ask('/v1/data-records/query', query, (ms) => (figures.queryMs = Math.max(figures.queryMs, ms))),
  ]
  return {
    figures,
    async stop() {
      state.isStopped = true
      await Promise.all(loops)
    },
  }
}

/** Uses thousands of IP addresses, so that no limit per address stops the probe. */
function anywhere(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 250)
  return { 'x-forwarded-for': `198.18.${part()}.${part()}` }
}

/** GET without a body, otherwise POST. @returns whether the response was 200 */
function call(agent: Agent, url: string, { headers, body }: Asked): Promise<boolean> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve) => {
    const asked = request(url, { agent, method, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
      response.once('error', () => resolve(false))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(false))
    asked.end(body)
  })
}
