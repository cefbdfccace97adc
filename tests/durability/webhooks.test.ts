import { expect, test } from 'vitest'
import { killWhileNotifying } from '../support/kill-while-notifying'
import { tempFolder } from '../support/temp-folder'
import { startWebhookReceiver } from '../support/webhook-receiver'

test('an owner is told of every member that there is, and of no other, though the API is killed three times', async () => {
  const receiver = await startWebhookReceiver()
  const report = await killWhileNotifying(3, tempFolder(), receiver)
  expect(report).toMatchObject({ kills: 3, untold: [], invented: [] })
  expect(report.acknowledged).toBeGreaterThanOrEqual(3)
  expect(report.left).toBeGreaterThan(0)
}, 600_000)
