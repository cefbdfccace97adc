import { expect, test } from 'vitest'
import { killWhileIssuing } from '../support/kill-while-issuing'
import { tempFolder } from '../support/temp-folder'

test('every passed attempt gets one TrustTag for one credit, when the API is killed while they are issued, four times in a row', async () => {
  const report = await killWhileIssuing(4, tempFolder())
  expect(report).toMatchObject({ kills: 4, wrong: [], lost: [] })
  // At least once the blow fell while some were issued and others waited.
  expect(report.unanswered).toBeGreaterThan(0)
}, 600_000)
