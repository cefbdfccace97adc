import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhileSigningUp } from '../support/kill-while-signing-up'
import { openInstallation } from '../support/killable-installation'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'every acknowledged sign-up can log in, and no used ticket is valid again, after a kill, fifty times in a row',
    async () => {
      const installation = await openInstallation(engine)
      const report = await killWhileSigningUp(50, installation)
      expect(report).toMatchObject({ kills: 50, lost: [], partial: [], reused: [] })
      expect(report.tickets).toBeGreaterThan(0)
      expect(report.acknowledged).toBeGreaterThanOrEqual(50)
      expect(installation.serverStops()).toBe(engine === 'SQLite' ? 0 : 25)
      expect(report.refused > 0).toBe(engine === 'PostgreSQL')
    },
    1_800_000,
  )
})
