import * as fc from './fast-check'
import type { AccessWorld } from './access-world'
import { requestsFor } from './request-arbitraries'
import type { TriedEndpoint, TriedRequest } from './request-arbitraries'
import type { TriedCallers } from './request-callers'
import { createJudge } from './request-judge'
import type { Pools } from './schema-arbitrary'
import { seededRandom } from './seeded-random'

/** Marks a skipped request; only the search for a smaller failing run uses it. */
const NEVER = 1_000_000_000

/** Shrinking must end before the test's timeout. */
const LONGEST_MS = process.env['TEST_LONG'] === '1' ? 1_700_000 : 550_000

export interface RandomRequests {
  /** Requests per endpoint. */
  times: number
  tried: readonly TriedEndpoint[]
  callers: TriedCallers
  pools: Pools
}

/**
 * Tries every endpoint in random order, in a fresh world per run. A failure is reduced to the requests it needs; its
 * message has the seed, which `REQUESTS_SEED` repeats.
 * @returns names of the endpoints that let a caller in
 */
export async function tryRandomRequests(world: AccessWorld, { times, tried, callers, pools }: RandomRequests) {
  const judge = createJudge(world, callers)
  const seed = Number(process.env['REQUESTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  const requests = fc.tuple(...tried.map((one) => fc.option(requestsFor(one, callers, pools), { freq: NEVER })))
  const letIn = new Set<string>()
  const run = async ({ order, all }: { order: number; all: (TriedRequest | null)[] }): Promise<void> => {
    judge.restart()
    for (const request of shuffled(all, order)) {
      const { problems, status } = await judge.tryOut(request)
      if (status < 400) letIn.add(request.name)
      if (problems.length > 0) throw new Error(`${describe(request)}\n  ${problems.join('\n  ')}`)
    }
  }
  const runs = fc.asyncProperty(fc.record({ order: fc.nat(), all: requests }), run)
  const result = await fc.check(runs, { numRuns: times, seed, interruptAfterTimeLimit: LONGEST_MS })
  if (result.interrupted && !result.failed)
    throw new Error(`Only ${result.numRuns} of ${times} runs were done in time.`)
  if (result.failed) throw new Error(explain(result), { cause: result.errorInstance })
  return letIn
}

const shuffled = (all: readonly (TriedRequest | null)[], order: number): TriedRequest[] => {
  const random = seededRandom(order)
  return all
    .filter((one) => one !== null)
    .map((one) => ({ one, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one)
}

const describe = ({ name, caller, wire }: TriedRequest): string => {
  const body = typeof wire.body === 'string' ? wire.body.slice(0, 2_000) : ''
  return `${name} by ${caller}: ${wire.method} ${wire.path.slice(0, 500)} ${JSON.stringify(wire.headers)} ${body}`
}

function explain({
  seed,
  numShrinks,
  counterexample,
  errorInstance,
}: fc.RunDetails<[{ order: number; all: (TriedRequest | null)[] }]>) {
  const [last] = counterexample ?? []
  const steps = last ? shuffled(last.all, last.order).map(describe) : []
  const problem = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `REQUESTS_SEED=${seed}, after ${numShrinks} reductions:\n${problem}\n\nThe whole run:\n${steps.join('\n')}`
}
