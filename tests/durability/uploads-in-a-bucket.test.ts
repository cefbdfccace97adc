import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callProcess } from '../support/call-process'
import { eventually } from '../support/eventually'
import { completedAttempt } from '../support/open-work-samples'
import { hasPostgres } from '../support/postgres/find-postgres'
import { queryOnce } from '../support/postgres/test-database'
import { startS3 } from '../support/s3/start-s3'
import { mp4 } from '../support/sample-files'
import { startProcesses } from '../support/start-processes'

const PART = 1_000_000
const PARTS = 8
const app = { app: 'app_trusttag', key: 'pk_sb_trusttag' }

const endLease = (sampleId: string): string =>
  `update leases set expires_at = clock_timestamp() where name = '${sampleId}' returning name`

test.runIf(hasPostgres)(
  'an upload whose parts go to two processes in turn is complete in the bucket, though one is killed during a part and the service fails',
  async () => {
    const bucket = await startS3()
    onTestFinished(() => bucket.remove())
    const { one, other, store, databaseUrl } = await startProcesses({
      env: { RATE_LIMIT_FACTOR: '100', ...bucket.env },
    })
    const input = { email: 'holder@example.com', password: 'seven quiet otters' }
    const { member, tokens } = (await callProcess(one, 'signup', input, app)).data
    const how = { ...app, token: tokens.accessToken }
    const attemptId = await completedAttempt({ store, clock: Date }, member.id)
    const video = mp4(PARTS * PART)
    for (let at = 100; at < video.length; at += 1_000) video.writeUInt32LE(at, at - 4)
    const announced = { attemptId, name: 'bench.mp4', type: 'video/mp4', sizeBytes: video.length }
    const { id: sampleId } = (await callProcess(one, 'startWorkSample', announced, how)).data
    const sendTo = async (process: { url: string }) => {
      const { receivedBytes } = (await callProcess(other, 'getWorkSample', { sampleId }, how)).data
      const content = video.subarray(receivedBytes, receivedBytes + PART)
      return callProcess(process, 'sendWorkSample', { sampleId, offset: String(receivedBytes), content }, how)
    }
    for (const process of [one, other, one]) expect((await sendTo(process)).status).toBe(200)

    // The bucket does not respond, so the part is in progress when its process dies.
    bucket.freeze()
    const lost = sendTo(one).catch(() => null)
    await eventually(() => expect(bucket.underWay()).toBeGreaterThan(0))
    one.process.child.kill('SIGKILL')
    expect(await lost).toBeNull()
    bucket.thaw()
    // Otherwise the next part would wait twenty seconds for the lease of the killed process.
    expect(await queryOnce(databaseUrl, endLease(sampleId))).toHaveLength(1)
    await eventually(async () => expect((await sendTo(other)).status).toBe(200))

    await bucket.kill()
    const refused = await sendTo(other)
    expect([refused.status, refused.code]).toEqual([503, 'service-unavailable'])
    await bucket.start()
    while ((await callProcess(other, 'getWorkSample', { sampleId }, how)).data.status !== 'ready')
      expect((await sendTo(other)).status).toBe(200)

    expect((await store.workSamples.find(sampleId))?.digest).toBe(createHash('sha256').update(video).digest('hex'))
    const link = new URL((await callProcess(other, 'createSampleLink', { sampleId }, how)).data.url)
    const served = await fetch(other.url + link.pathname)
    expect(Buffer.from(await served.arrayBuffer()).equals(video)).toBe(true)
    for (const { dataDir } of [one, other]) expect(existsSync(join(dataDir, 'work-samples'))).toBe(false)
  },
  600_000,
)
