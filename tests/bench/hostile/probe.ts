/** Calls `/health` and a member's session read in turn, in its own process, and records the longest wait of each. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { endWithParent } from '../server/end-with-parent'

/** Message of the bench: start, or stop and report. */
export type ProbeMessage = { url: string; token: string; publicKey: string } | 'stop'

export interface ProbeFigures {
  /** Longest wait in milliseconds. */
  healthMs: number
  memberMs: number
  /** Responses of both. */
  answers: number
  /** Responses other than 200, and broken connections. */
  failures: number
}

/** Pause between a response and the next call. */
const INTERVAL_MS = 8
/** A call without a response for this long is a failure that waited this long. */
const TIMEOUT_MS = 60_000

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
  const figures: ProbeFigures = { healthMs: 0, memberMs: 0, answers: 0, failures: 0 }
  const state = { isStopped: false }
  const ask = async (path: string, headers: () => Record<string, string>, note: (ms: number) => void) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!state.isStopped) {
      const began = performance.now()
      const answered = await get(agent, url + path, headers())
      note(performance.now() - began)
      figures.answers += 1
      if (!answered) figures.failures += 1
      await pause(INTERVAL_MS)
    }
    agent.destroy()
  }
  const member = { 'x-api-key': publicKey, authorization: `Bearer ${token}` }
  const loops = [
    ask('/health', anywhere, (ms) => (figures.healthMs = Math.max(figures.healthMs, ms))),
    ask(
      '/member',
      () => ({ ...anywhere(), ...member }),
      (ms) => (figures.memberMs = Math.max(figures.memberMs, ms)),
    ),
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

/** @returns whether the response was 200 */
function get(agent: Agent, url: string, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
      response.once('error', () => resolve(false))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(false))
    asked.end()
  })
}
