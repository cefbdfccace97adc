import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhileIssuing } from '../support/kill-while-issuing'
import { openInstallation } from '../support/killable-installation'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'every passed attempt gets one TrustTag for one credit and one log entry, in a complete log, when the API is killed during issuing, fifty times in a row',
    async () => {
      const installation = await openInstallation(engine)
      const report = await killWhileIssuing(50, installation)
      expect(report).toMatchObject({ kills: 50, wrong: [], lost: [], log: [] })
      // At least one kill came when some were issued and others pending.
      expect(report.unanswered).toBeGreaterThan(0)
      expect(installation.serverStops()).toBe(engine === 'SQLite' ? 0 : 25)
    },
    1_800_000,
  )
})
