import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WORK_SAMPLE_VIDEO_MAX_BYTES } from '../../contract/limits'
import { engines, isHere } from '../support/engines'
import { openInstallation } from '../support/killable-installation'
import { uploadWhileKilling } from '../support/upload-while-killing'

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine) && existsSync('/proc/self/status'))(
    'a video of the largest size arrives complete despite several kills, and at most a few parts of it are in memory',
    async () => {
      const installation = await openInstallation(engine)
      const { video, ...report } = await uploadWhileKilling(WORK_SAMPLE_VIDEO_MAX_BYTES, 6, installation)
      expect(report).toMatchObject({ status: 'ready', digest: createHash('sha256').update(video).digest('hex') })
      expect(report.kills).toBeGreaterThan(2)
      // A part has four megabytes; uncollected garbage adds to it.
      expect(report.grownBytes).toBeLessThan(WORK_SAMPLE_VIDEO_MAX_BYTES / 2)
    },
  )
})
