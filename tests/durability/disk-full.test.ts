import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callProcess } from '../support/call-process'
import { engines, isHere } from '../support/engines'
import { findLost, keepAsking } from '../support/keep-asking'
import { openInstallation } from '../support/killable-installation'
import type { KillableInstallation } from '../support/killable-installation'
import { completedAttempt } from '../support/open-work-samples'
import { mp4 } from '../support/sample-files'
import { mountSmallDisk } from '../support/small-disk'
import { waitUntil } from '../support/wait-until'

const PEOPLE = 4
/** Uploads leave some disk space to the database. */
const DISK_MEGABYTES = 300
const PART = 1_000_000
const TRUSTTAG = { app: 'app_trusttag', key: 'pk_sb_trusttag' }

/** A member who has sent the first half of a video. */
async function beginUpload(api: { url: string }, installation: KillableInstallation) {
  const input = { email: 'holder@example.com', password: 'seven quiet otters' }
  const { member, tokens } = (await callProcess(api, 'signup', input, TRUSTTAG)).data
  const how = { ...TRUSTTAG, token: tokens.accessToken }
  const store = await installation.openStore()
  const attemptId = await completedAttempt({ store, clock: Date }, member.id)
  await store.close()
  const video = mp4(2 * PART)
  const announced = { attemptId, name: 'bench.mp4', type: 'video/mp4', sizeBytes: video.length }
  const { id: sampleId } = (await callProcess(api, 'startWorkSample', announced, how)).data
  const sendPart = (offset: number) =>
    callProcess(
      api,
      'sendWorkSample',
      { sampleId, offset: String(offset), content: video.subarray(offset, offset + PART) },
      how,
    )
  expect((await sendPart(0)).status).toBe(200)
  return {
    sendRest: () => sendPart(PART),
    received: async () => (await callProcess(api, 'getWorkSample', { sampleId }, how)).data.receivedBytes,
    digest: createHash('sha256').update(video).digest('hex'),
    sampleId,
  }
}

describe.each(engines)('on %s', (engine) => {
  test.runIf(isHere(engine))(
    'while the disk is full every request succeeds durably or gets a clear error, and with space again the same process continues',
    async (context) => {
      const disk = mountSmallDisk(DISK_MEGABYTES) ?? context.skip('no file system can be mounted here')
      const installation = await openInstallation(engine, disk.folder)
      let api = await installation.start()
      const upload = await beginUpload(api, installation)
      const load = keepAsking(api, PEOPLE)
      await waitUntil('everybody is at work', () => load.count('before', 200, 'change') > PEOPLE)
      disk.fill()
      load.enter('full')
      await waitUntil('many are refused', () => load.count('full', 503) > 5 * PEOPLE)
      load.enter('full for long')
      const first = load.joined[0]!
      const { status: read } = await callProcess(api, 'getMember', {}, { token: first.token })
      // Several processes count limits in the database: a request that can't be counted is refused.
      expect(engine === 'SQLite' ? [200] : [200, 503]).toContain(read)
      expect(await upload.sendRest()).toMatchObject({ status: 503, code: 'service-unavailable' })
      expect((await fetch(`${api.url}/health`)).status).toBe(200)
      disk.free()
      load.enter('freed')
      await waitUntil('everybody is at work again', () => load.count('freed', 200, 'change') > PEOPLE)
      load.enter('after')
      await waitUntil('they go on', () => load.count('after', 200) > 5 * PEOPLE)
      await load.stop()
      await context.annotate(load.summary())
      const refused = load.answers.filter(({ status }) => status !== 200)
      expect(refused.filter(({ status, code }) => status !== 503 || code !== 'service-unavailable')).toEqual([])
      expect(refused.filter(({ asked, answered }) => answered === 'before' || asked === 'after')).toEqual([])
      expect(await upload.received()).toBe(PART)
      expect((await upload.sendRest()).status).toBe(200)
      expect(await findLost(api, load)).toEqual([])

      await installation.strike(api)
      api = await installation.start()
      expect(await findLost(api, load)).toEqual([])
      const store = await installation.openStore()
      expect((await store.workSamples.find(upload.sampleId))?.digest).toBe(upload.digest)
      await store.close()
    },
    600_000,
  )
})
