import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhileNotifying } from '../support/kill-while-notifying'
import { openInstallation } from '../support/killable-installation'
import { startWebhookReceiver } from '../support/webhook-receiver'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'an owner’s server is notified of every existing member, and of no other, though the API is killed fifty times',
    async () => {
      const receiver = await startWebhookReceiver()
      const installation = await openInstallation(engine)
      const report = await killWhileNotifying(50, installation, receiver)
      expect(report).toMatchObject({ kills: 50, undelivered: [], invented: [] })
      expect(report.acknowledged).toBeGreaterThanOrEqual(50)
      expect(report.left).toBeGreaterThan(0)
      expect(installation.serverStops()).toBe(engine === 'SQLite' ? 0 : 25)
    },
    1_800_000,
  )
})
