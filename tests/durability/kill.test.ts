import { expect, test } from 'vitest'
import { killWhileSigningUp } from '../support/kill-while-signing-up'
import { tempFolder } from '../support/temp-folder'

test('every acknowledged sign-up can log in, and no used ticket is good again, after the API is killed, ten times in a row', async () => {
  const report = await killWhileSigningUp(10, tempFolder())
  expect(report).toMatchObject({ kills: 10, lost: [], partial: [], reused: [] })
  expect(report.tickets).toBeGreaterThan(0)
  expect(report.acknowledged).toBeGreaterThanOrEqual(10)
}, 600_000)
