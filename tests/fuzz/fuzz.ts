import * as fc from '../support/fast-check'
import type { FuzzTarget } from './fuzz-target'
import { mutated } from './mutations'

/** Limit of processor time for one input: no stranger's input may cost more. */
const CPU_MAX_MS = 2_000

export interface FuzzOptions {
  seed: number
  /** Number of inputs; default: as many as the time allows. */
  runs?: number
  milliseconds: number
}

/**
 * Runs a parser on inputs until one breaks a promise, or the time is up.
 * @returns the number of inputs
 * @throws Error with the shortest input found, and the command that repeats it
 */
export async function fuzz(target: FuzzTarget, { seed, runs, milliseconds }: FuzzOptions): Promise<number> {
  const property = fc.asyncProperty(mutated(target.seeds), (bytes) => runOnce(target, bytes))
  const result = await fc.check(property, {
    seed,
    numRuns: runs ?? Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: milliseconds,
  })
  const [found] = result.counterexample ?? []
  if (!result.failed || found === undefined) return result.numRuns
  const again = `npm run fuzz -- ${target.name} --input ${Buffer.from(found).toString('base64')}`
  const reason = result.errorInstance instanceof Error ? result.errorInstance : new Error(String(result.errorInstance))
  throw new Error(`${target.name} fails at ${shown(found)}\n${again}\nseed ${seed}: ${reason.message}`, {
    cause: reason,
  })
}

/** @throws Error if a promise of all parsers, or of this one, is broken */
export async function runOnce(target: FuzzTarget, bytes: Uint8Array, cpuMaxMs = CPU_MAX_MS): Promise<void> {
  const before = process.cpuUsage()
  await target.run(bytes)
  const { user, system } = process.cpuUsage(before)
  const spent = (user + system) / 1_000
  if (spent > cpuMaxMs) throw new Error(`It took ${Math.round(spent)} ms of processor time.`)
  const polluted = pollution()
  if (polluted !== null) throw new Error(`It wrote ${polluted} into a prototype.`)
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype]
const clean = PROTOTYPES.map((one) => new Set<PropertyKey>(Reflect.ownKeys(one)))

/** Removes an added property of a prototype and returns it; null without one. */
function pollution(): string | null {
  for (const [index, one] of PROTOTYPES.entries())
    for (const key of Reflect.ownKeys(one))
      if (!clean[index]?.has(key)) {
        Reflect.deleteProperty(one, key)
        return String(key)
      }
  return null
}

const shown = (bytes: Uint8Array): string => JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 400))
