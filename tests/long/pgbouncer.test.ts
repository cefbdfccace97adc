import { describe, expect, test } from 'vitest'
import { killBehindPgBouncer } from '../support/pgbouncer/kill-behind-pgbouncer'
import { hasPgBouncer } from '../support/pgbouncer/start-pgbouncer'

describe.runIf(hasPgBouncer)('behind PgBouncer, with one process killed under load twenty times in a row', () => {
  test.each(['session', 'transaction'] as const)(
    'in %s mode nothing acknowledged is lost, the other process refuses no request, and no lock remains',
    async (mode) => {
      const report = await killBehindPgBouncer({ mode, kills: 20 })
      expect(report).toMatchObject({ lost: [], refused: [], locks: [], troubles: [] })
      expect(report.joined).toBeGreaterThan(200)
    },
    1_800_000,
  )
})
