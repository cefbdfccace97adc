import { afterAll, describe, expect, it } from 'vitest'
import { fuzz, runOnce } from './fuzz'
import { textOf } from './fuzz-target'
import type { FuzzTarget } from './fuzz-target'
import { targets } from './targets'
import { closeApi } from './targets/whole-api'

const { FUZZ_TARGET: only, FUZZ_MINUTES: minutes, FUZZ_SEED: given, FUZZ_INPUT: input } = process.env
const wanted = targets.filter(({ name }) => only === undefined || only === name)
if (wanted.length === 0)
  throw new Error(`There is no parser "${only}". Use one of: ${targets.map(({ name }) => name).join(', ')}.`)
const MINUTE_MS = 60_000
/** Always the same inputs, however fast the machine is; longer runs have other seeds. */
const QUICK_RUNS = 150
const LONGER_MS = minutes === undefined ? 0 : Number(minutes) * MINUTE_MS
afterAll(closeApi)

describe('any input is read or refused, soon, and without side effects:', () => {
  it.each(wanted.map((target) => [target.name, target] as const))(
    '%s',
    async (name, target) => {
      if (input !== undefined) return runOnce(target, new Uint8Array(Buffer.from(input, 'base64')))
      for (const seed of target.seeds) await runOnce(target, new Uint8Array(Buffer.from(seed)))
      const seed = given === undefined ? 1 : Number(given)
      const quick = { seed, runs: target.quickRuns ?? QUICK_RUNS, milliseconds: Infinity }
      const tried = await fuzz(target, minutes === undefined ? quick : { seed, milliseconds: LONGER_MS })
      expect(tried, name).toBeGreaterThan(0)
      if (minutes !== undefined) process.stdout.write(`${name}: ${tried} inputs, seed ${seed}\n`)
    },
    LONGER_MS + 120_000,
  )
})

const target = (run: FuzzTarget['run']): FuzzTarget => ({ name: 'a-parser', from: 'here', seeds: ['{"a":"b"}'], run })
const options = { seed: 1, runs: 3_000, milliseconds: 60_000 }

describe('detects a fault:', () => {
  it('an undocumented error, with the command that repeats it', async () => {
    const found = fuzz(
      target((bytes) => {
        if (textOf(bytes).includes('__proto__')) throw new RangeError('no such index')
      }),
      options,
    )
    await expect(found).rejects.toThrow(/^a-parser fails at .*__proto__[^]*--input [\w+/=]+\nseed 1: no such index$/u)
  })

  it('a write to a prototype', async () => {
    const found = fuzz(
      target((bytes) => {
        if (bytes.includes(0)) Reflect.set(Object.prototype, 'polluted', 1)
      }),
      options,
    )
    await expect(found).rejects.toThrow('It wrote polluted into a prototype.')
    expect('polluted' in {}).toBe(false)
  })

  it('an input that takes too long', async () => {
    const slow = target(() => {
      const before = process.cpuUsage()
      const spent = () => {
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      while (spent() < 30_000);
    })
    await expect(runOnce(slow, new Uint8Array(), 20)).rejects.toThrow(/^It took \d+ ms of processor time\.$/u)
  })
})
