import { expect, test } from 'vitest'
import { killWhileIssuing } from '../support/kill-while-issuing'
import { tempFolder } from '../support/temp-folder'

test('every passed attempt gets one TrustTag for one credit and one entry in a log that is whole, when the API is killed while they are issued, four times in a row', async () => {
  const report = await killWhileIssuing(4, tempFolder())
  expect(report).toMatchObject({ kills: 4, wrong: [], lost: [], log: [] })
  // At least once the blow fell while some were issued and others waited.
  expect(report.unanswered).toBeGreaterThan(0)
}, 600_000)
