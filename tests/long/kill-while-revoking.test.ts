import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhileRevoking } from '../support/kill-while-revoking'
import { openInstallation } from '../support/killable-installation'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'a TrustTag is revoked completely or not at all, and log and status list agree, when the API is killed during account deletions, forty times in a row',
    async () => {
      const report = await killWhileRevoking(40, await openInstallation(engine))
      expect(report).toMatchObject({ kills: 40, wrong: [] })
      expect(report.gone + report.there).toBe(40 * 3)
      // Not all kills came too early.
      expect(report.gone).toBeGreaterThan(0)
    },
    1_800_000,
  )
})
