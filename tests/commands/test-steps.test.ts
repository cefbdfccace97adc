import { expect, it, vi } from 'vitest'
import { judge, runFull, toTable } from '../../commands/test/run-full.mjs'
import { failureOf } from '../../commands/test/reports.mjs'
import { commandOf, runSteps, toMinutes } from '../../commands/test/steps.mjs'

it('steps run one after the other, with their number, an estimate and what is left; a failure stops none', async () => {
  const printed: string[] = []
  const ran: string[] = []
  const step = (name: string, seconds: number, failed: boolean) => ({
    name,
    title: `all of ${name}`,
    seconds,
    run: async () => {
      ran.push(name)
      return { passed: 2, skipped: 0, failures: failed ? [failureOf('a door opens')] : [] }
    },
  })
  const results = await runSteps([step('units', 90, true), step('journeys', 30, false)], (line) => printed.push(line))
  expect(ran).toEqual(['units', 'journeys'])
  expect(printed).toEqual([
    '\nStep 1 of 2: all of units (about 1:30; 2:00 left)',
    '✗ units: 2 passed, 1 failed in 0:00',
    '\nStep 2 of 2: all of journeys (about 0:30; 0:00 so far, 0:30 left)',
    '✓ journeys: 2 passed, 0 failed in 0:00',
  ])
  expect(results.map(({ name, counts }) => [name, counts.failures.length])).toEqual([
    ['units', 1],
    ['journeys', 0],
  ])
})

it('a step that could not check everything is not marked as green', async () => {
  const printed: string[] = []
  const run = async () => ({ passed: 0, skipped: 1, failures: [], missing: ['audit: no answer'] })
  await runSteps([{ name: 'audit', title: 'packages', seconds: 5, run }], (line) => printed.push(line))
  expect(printed.at(-1)).toBe('– audit: 0 passed, 0 failed, 1 skipped in 0:00')
})

it('a part without one of its servers says so; one that ran no test fails', () => {
  const part = { name: 'postgres', servers: ['postgres', 'redis'] as const }
  const counts = { passed: 3, skipped: 2, failures: [] }
  expect(judge(counts, part, [])).toMatchObject({ ...counts, missing: [] })
  expect(judge(counts, part, ['redis', 'nginx'])).toMatchObject({
    missing: ['postgres: Redis is not installed: tests that need it are skipped.'],
  })
  expect(judge({ ...counts, passed: 0 }, part, []).failures).toEqual([failureOf('postgres', 'ran no test')])
})

it('a check is run alone by the command that is shown', () => {
  expect(commandOf('oxlint/bin/oxlint', ['--type-aware'])).toBe('npx oxlint --type-aware')
  expect(commandOf('prettier/bin/prettier.cjs', ['--check', '.'])).toBe('npx prettier --check .')
  expect(commandOf('../commands/run.mjs', ['licences'])).toBe('npm run licences')
})

it('the table of parts has a row each', () => {
  const counts = { passed: 12, skipped: 1, failures: [failureOf('a')], flaky: [failureOf('b'), failureOf('c')] }
  expect(toTable([{ name: 'durability', counts, seconds: 125 }])).toEqual([
    'part         passed   failed    flaky  skipped     time',
    'durability       12        1        2        1     2:05',
  ])
})

it('times are minutes and seconds', () => {
  expect([7, 59.6, 3_725].map(toMinutes)).toEqual(['0:07', '1:00', '62:05'])
})

it('an unknown part is refused, and nothing runs', async () => {
  const complaints: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void complaints.push(line))
  expect(await runFull(['journeys', 'everything'])).toBe(2)
  expect(complaints).toEqual([
    'Unknown part everything. Parts: postgres, durability, journeys, requests, operations, audit.',
  ])
})
