import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { eventually } from '../../support/eventually'
import { startProcesses } from '../../support/start-processes'

const PATHS = ['/.well-known/did.json', '/trusttag/log/vkeys', '/trusttag/test-log/vkeys'] as const

/** Lines that are warnings or worse, or neither JSON nor the console's setup link. No mirror is configured here. */
const troublesIn = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line !== '' && !/^(\{"level":[123]0,|Set up the console: )|Airtable not configured/u.test(line))

describe.runIf(hasPostgres)('two processes that start at the same moment on an empty database', () => {
  test.each([1, 2, 3])('both start, as one issuer with one set of apps and samples (%i)', async () => {
    const { one, other, store } = await startProcesses({ env: { LOG_LEVEL: 'warn' } })
    for (const path of PATHS) {
      const [first, second] = await Promise.all([one, other].map(async ({ url }) => (await fetch(url + path)).text()))
      expect(first).toBe(second)
      expect(first).not.toBe('')
    }
    expect(await store.signingKeys.list()).toHaveLength(4)
    expect((await store.apps.list()).map(({ id }) => id)).toEqual(['app_demo', 'app_trusttag'])
    // Each sample is logged once, by the faster process.
    await eventually(async () => {
      const entries = await store.log.readEntries('test', 0, 1_000)
      expect(entries.length).toBeGreaterThan(0)
      expect(new Set(entries).size).toBe(entries.length)
    })
    expect(troublesIn(one.process.output() + other.process.output())).toEqual([])
    for (const { dataDir } of [one, other]) {
      expect(existsSync(join(dataDir, 'keys'))).toBe(false)
      expect(existsSync(join(dataDir, 'witness'))).toBe(false)
      expect(existsSync(join(dataDir, 'membership.db'))).toBe(false)
    }
  })
})
