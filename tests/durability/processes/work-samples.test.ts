import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { callBoth, callProcess } from '../../support/call-process'
import { completedAttempt } from '../../support/open-work-samples'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { mp4 } from '../../support/sample-files'
import { startProcesses } from '../../support/start-processes'
import { tempFolder } from '../../support/temp-folder'

const BYTES = 8_000_000
const PART = 1_000_000
const app = { app: 'app_trusttag', key: 'pk_sb_trusttag' }

test.runIf(hasPostgres)(
  'parts of a file that reach both processes at the same moment are stored once, and the file is complete',
  async () => {
    const both = await startProcesses({ env: { RATE_LIMIT_FACTOR: '100', STORAGE_FOLDER: tempFolder() } })
    const { one, other, store } = both
    const input = { email: 'holder@example.com', password: 'seven quiet otters' }
    const { member, tokens } = (await callProcess(one, 'signup', input, app)).data
    const how = { ...app, token: tokens.accessToken }
    const attemptId = await completedAttempt({ store, clock: Date }, member.id)
    const video = mp4(BYTES)
    for (let at = 100; at < BYTES; at += 1_000) video.writeUInt32LE(at, at - 4)
    const announced = { attemptId, name: 'bench.mp4', type: 'video/mp4', sizeBytes: BYTES }
    const { id } = (await callProcess(other, 'startWorkSample', announced, how)).data
    for (let offset = 0; offset < BYTES; offset += PART) {
      const part = { sampleId: id, offset: String(offset) }
      const content = video.subarray(offset, offset + PART)
      // The second request must not have written: it would show.
      const another = Buffer.from(content)
      another.writeUInt8(255, PART - 1)
      const answers = await callBoth(
        both,
        'sendWorkSample',
        [
          { ...part, content },
          { ...part, content: another },
        ],
        how,
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.map(({ code }) => code)).toContain('wrong-offset')
      if (answers[1]?.status === 200) another.copy(video, offset)
    }
    const sample = (await callProcess(one, 'getWorkSample', { sampleId: id }, how)).data
    expect(sample.status).toBe('ready')
    expect((await store.workSamples.find(id))?.digest).toBe(createHash('sha256').update(video).digest('hex'))
    const link = new URL((await callProcess(one, 'createSampleLink', { sampleId: id }, how)).data.url)
    const served = await fetch(other.url + link.pathname + link.search)
    expect(Buffer.from(await served.arrayBuffer()).equals(video)).toBe(true)
  },
  600_000,
)
