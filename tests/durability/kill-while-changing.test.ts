import { describe, expect, test } from 'vitest'
import { engines, isHere } from '../support/engines'
import { killWhileChanging } from '../support/kill-while-changing'
import { openInstallation } from '../support/killable-installation'

const MEMBERS = 4_000

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'a job that loses its process in the middle is resumed: every member is changed once',
    async () => {
      const { doneAtKill, ...report } = await killWhileChanging(MEMBERS, await openInstallation(engine))
      expect(doneAtKill).toBeGreaterThan(0)
      expect(doneAtKill).toBeLessThan(MEMBERS)
      expect(report).toEqual({ status: 'DONE', done: MEMBERS, failed: 0, verified: MEMBERS, audited: MEMBERS })
    },
    300_000,
  )
})
