import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WORK_SAMPLE_VIDEO_MAX_BYTES } from '../../contract/limits'
import { engines, isHere } from '../support/engines'
import { openInstallation } from '../support/killable-installation'
import { uploadWhileKilling } from '../support/upload-while-killing'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine) && existsSync('/proc/self/status'))(
    'a video of the largest size arrives whole over several kills, and no more than some parts of it are in memory',
    async () => {
      const installation = await openInstallation(engine)
      const { video, ...report } = await uploadWhileKilling(WORK_SAMPLE_VIDEO_MAX_BYTES, 6, installation)
      expect(report).toMatchObject({ status: 'ready', digest: createHash('sha256').update(video).digest('hex') })
      expect(report.kills).toBeGreaterThan(2)
      // A part has four megabytes; what the engine has not collected yet comes on top.
      expect(report.grownBytes).toBeLessThan(WORK_SAMPLE_VIDEO_MAX_BYTES / 2)
    },
  )
})
