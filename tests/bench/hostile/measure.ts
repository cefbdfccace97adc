import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { processorMs } from '../server/measure-process'
import { startProgram } from '../server/program'
import type { Program } from '../server/program'
import type { HostileRequest } from './hostile-request'
import type { Installation, Server } from './installation'
import type { ProbeMessage } from './probe'
import { sendAll } from './send'
import type { Answer } from './send'
import { longestHold } from './verdict'
import type { Round } from './verdict'
import { PUBLIC_KEY } from './world'
import type { World } from './world'

/** Measure short requests for longer than they run, to include work that they leave behind. */
const WATCHED_MIN_MS = 600
/** The idle run is as long as the hostile one, up to this limit. */
const IDLE_MAX_MS = 10_000
/** Processor time per interval below which the server is at rest. */
const REST_MS = 30
const REST_MAX_WAIT_MS = 30_000

export interface Measured extends Round {
  answers: readonly Answer[]
  /** Processor time of the database's own processes, per request. */
  databaseMs: number
}

const figuresSchema = v.object({
  healthMs: v.number(),
  memberMs: v.number(),
  queryMs: v.number(),
  answers: v.number(),
  failures: v.number(),
})

export interface Measuring {
  round(request: HostileRequest): Promise<Measured>
  stop(): Promise<void>
}

/** Measures requests one after the other on a server without other load. */
export async function startMeasuring(installation: Installation, server: Server, world: World): Promise<Measuring> {
  const { program } = await startProgram('probe')
  return {
    async round(request) {
      await rest(installation, server)
      const answers: Answer[] = []
      const before = await server.metrics()
      const began = performance.now()
      const busy = await watch(installation, server, program, world, async () => {
        await request.send(world, async (sent) => {
          const answered = await sendAll(server.url, sent)
          answers.push(...answered)
          return answered
        })
        await pause(Math.max(0, WATCHED_MIN_MS - (performance.now() - began)))
      })
      if (answers.length === 0) throw new Error(`${request.name} sent nothing, so nothing was measured.`)
      const lengthMs = performance.now() - began
      const heldMs = server.isUp() ? longestHold(before, await server.metrics()) : 0
      await rest(installation, server)
      const idle = await watch(installation, server, program, world, () => pause(Math.min(lengthMs, IDLE_MAX_MS)))
      const share = idle.answers === 0 ? 0 : busy.answers / idle.answers
      const each = (busyMs: number, idleMs: number) =>
        Math.max(0, busyMs - idleMs * share) / Math.max(1, answers.length)
      return {
        answers,
        processorMs: each(busy.processorMs, idle.processorMs),
        databaseMs: each(busy.databaseMs, idle.databaseMs),
        health: { busyMs: busy.healthMs, idleMs: idle.healthMs },
        member: { busyMs: busy.memberMs, idleMs: idle.memberMs },
        query: { busyMs: busy.queryMs, idleMs: idle.queryMs },
        heldMs,
        probeFailures: busy.failures,
        survived: server.isUp(),
      }
    },
    stop: () => program.stop(),
  }
}

/** The probe's figures while `work` runs, and the processor time of that period. */
async function watch(
  installation: Installation,
  server: Server,
  probe: Program,
  { things }: World,
  work: () => Promise<unknown>,
) {
  const begin: ProbeMessage = { url: server.url, token: things.probe.token, publicKey: PUBLIC_KEY }
  const before = await used(installation, server)
  await probe.ask(begin)
  await work()
  const figures = v.parse(figuresSchema, await probe.ask('stop'))
  const after = await used(installation, server)
  return {
    ...figures,
    processorMs: after.processorMs - before.processorMs,
    databaseMs: after.databaseMs - before.databaseMs,
  }
}

async function used(installation: Installation, server: Server) {
  const ms = await processorMs(server.pid)
  // A server that has ended misses another budget.
  if (ms === null && server.isUp())
    throw new Error('The processor time of the server cannot be read: /proc is missing.')
  return { processorMs: ms ?? 0, databaseMs: installation.databaseMs() }
}

/** Waits until server and database are idle, so that leftover work is not charged to the next request. */
async function rest(installation: Installation, server: Server): Promise<void> {
  const deadline = performance.now() + REST_MAX_WAIT_MS
  for (;;) {
    const before = await used(installation, server)
    await pause(250)
    const after = await used(installation, server)
    const workedMs = after.processorMs - before.processorMs + (after.databaseMs - before.databaseMs)
    if (workedMs <= REST_MS || performance.now() > deadline) return
  }
}
