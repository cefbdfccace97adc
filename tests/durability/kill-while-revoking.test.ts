import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhileRevoking } from '../support/kill-while-revoking'
import { openInstallation } from '../support/killable-installation'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'a TrustTag is revoked completely or not at all, and log and status list agree, when the API is killed during account deletions, five times in a row',
    async () => {
      const report = await killWhileRevoking(5, await openInstallation(engine))
      expect(report).toMatchObject({ kills: 5, wrong: [] })
      expect(report.gone + report.there).toBe(5 * 3)
      // Not all kills came too early.
      expect(report.gone).toBeGreaterThan(0)
    },
    600_000,
  )
})
