import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhilePaying } from '../support/kill-while-paying'
import { openInstallation } from '../support/killable-installation'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine)).each(['plans', 'trustTags'] as const)(
    '%s: nothing is charged or granted twice, and nothing paid is lost, when the API is killed during payments, ten times or more',
    async (what) => {
      const installation = await openInstallation(engine)
      const report = await killWhilePaying(10, installation, what)
      expect(report).toMatchObject({ charged: [], granted: [] })
      expect(report.kills).toBeGreaterThanOrEqual(10)
      expect(report.checkouts).toBeGreaterThanOrEqual(10)
      // At least one kill came between a payment and its grant.
      expect(report.between).toBeGreaterThan(0)
      expect(installation.serverStops()).toBe(engine === 'SQLite' ? 0 : Math.floor(report.kills / 2))
    },
    600_000,
  )
})
