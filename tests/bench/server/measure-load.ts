import * as v from 'valibot'
import type { Contender, LoadRequest } from './contender'
import { processorMs } from './measure-process'
import { startProgram } from './program'
import type { Program } from './program'

export interface LoadTask {
  url: string
  requests: readonly LoadRequest[]
  connections: number
  seconds: number
}

const answerSchema = v.object({
  perSecond: v.number(),
  total: v.number(),
  p50: v.number(),
  p99: v.number(),
  failures: v.number(),
})

/** Requests per second, milliseconds per request, and microseconds of server processor time per request. */
export interface LoadFigures {
  perSecond: number
  p50: number
  p99: number
  /** Null if the system does not report it. */
  processorUs: number | null
}

type What = 'reads' | 'signIns'

export interface Load {
  /** @throws Error if a response was not successful, or none came: such figures are worthless */
  measure(server: Contender, what: What, connections: number, seconds: number): Promise<LoadFigures>
  /** The same load without figures; it may end without a response. @throws Error if a response was not successful */
  press(server: Contender, what: What, connections: number, seconds: number): Promise<void>
  stop(): Promise<void>
}

/** A process that sends requests. Two loads at once need two of them. */
export async function startLoad(): Promise<Load> {
  const { program } = await startProgram('load-program')
  return {
    measure: (server, ...of) => measure(server, () => send(program, server, ...of)),
    press: async (...of) => void (await send(program, ...of)),
    stop: () => program.stop(),
  }
}

async function send(program: Program, server: Contender, what: What, connections: number, seconds: number) {
  const task: LoadTask = { url: server.url, requests: server[what], connections, seconds }
  const answer = v.parse(answerSchema, await program.ask(task))
  if (answer.failures > 0) throw new Error(`${server.name}: ${answer.failures} of ${answer.total} ${what} failed.`)
  return answer
}

async function measure({ name, pid }: Contender, load: () => ReturnType<typeof send>): Promise<LoadFigures> {
  const before = await processorMs(pid)
  const { total, perSecond, p50, p99 } = await load()
  if (total === 0) throw new Error(`${name} answered nothing in the time: this machine is too busy to measure on.`)
  const after = await processorMs(pid)
  const processorUs = before === null || after === null ? null : ((after - before) * 1000) / total
  return { perSecond, p50, p99, processorUs }
}
