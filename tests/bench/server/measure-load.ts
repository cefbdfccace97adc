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

/** Requests a second, milliseconds that they took, and microseconds of processor time that the server spent on each. */
export interface LoadFigures {
  perSecond: number
  p50: number
  p99: number
  /** Null where the system does not tell. */
  processorUs: number | null
}

type What = 'reads' | 'signIns'

export interface Load {
  /** @throws Error when an answer was none of success, or none came: figures of those are worth nothing */
  measure(server: Contender, what: What, connections: number, seconds: number): Promise<LoadFigures>
  /** The same load without figures, of which perhaps nothing is answered in the time. @throws Error when an answer was none of success */
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
