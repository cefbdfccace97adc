import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../../contract/errors'
import { WORK_SAMPLES_PER_ATTEMPT_MAX, WORK_SAMPLES_PER_MEMBER_MAX_BYTES } from '../../../../contract/limits'
import { imageMaxMegapixels, workSampleKinds, workSampleTypes } from '../../../../contract/work-sample-types'
import { completedAttempt, openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { pdf } from '../../../support/sample-files'

let api: WorkSampleApi
let holder: Holder
let memberId: string
beforeAll(async () => void (api = await openWorkSamples()))
afterAll(() => api.close())
beforeEach(async () => {
  holder = await api.holder()
  memberId = (await api.store.attempts.find(holder.attemptId))!.memberId!
})

const announce = (name: string, sizeBytes: number, attemptId = holder.attemptId, how = holder.how) =>
  api.call('startWorkSample', { attemptId, name, type: '', sizeBytes }, how)

describe('the limits', () => {
  it.each([
    ['photo.jpg', workSampleKinds.image.maxBytes],
    ['film.mp4', workSampleKinds.video.maxBytes],
    ['plan.pdf', workSampleKinds.document.maxBytes],
  ])('of %s are %d bytes and not one more', async (name, maxBytes) => {
    expect((await announce(name, maxBytes)).data.sizeBytes).toBe(maxBytes)
    const { status, body } = await announce(name, maxBytes + 1)
    expect({ status, body }).toEqual({
      status: 413,
      body: { code: 'work-sample-too-large', message: errors['work-sample-too-large'].message },
    })
    expect(body.message).toContain(`${maxBytes / 1_000_000} MB`)
  })

  it('of an assessment include incomplete ones, and free space when one is removed', async () => {
    for (let count = 0; count < WORK_SAMPLES_PER_ATTEMPT_MAX; count += 1)
      expect((await announce('plan.pdf', 10)).status).toBe(200)
    const refused = await announce('plan.pdf', 10)
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many-work-samples'])
    expect(refused.body.message).toContain(String(WORK_SAMPLES_PER_ATTEMPT_MAX))
    const other = await completedAttempt(api, memberId)
    expect((await announce('plan.pdf', 10, other)).status).toBe(200)
    const [first] = await api.list(holder)
    await api.call('deleteWorkSample', { sampleId: first?.id ?? '' }, holder.how)
    expect((await announce('plan.pdf', 10)).status).toBe(200)
  })

  it('of a member include all their assessments, also for parallel uploads', async () => {
    const { maxBytes } = workSampleKinds.video
    const fit = WORK_SAMPLES_PER_MEMBER_MAX_BYTES / maxBytes
    const other = await completedAttempt(api, memberId)
    const all = await Promise.all(
      Array.from({ length: fit + 3 }, (_, index) => announce('film.mp4', maxBytes, index % 2 ? other : undefined)),
    )
    const refused = all.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('work-sample-space-used-up'))
    expect(refused[0]?.body.message).toContain(`${WORK_SAMPLES_PER_MEMBER_MAX_BYTES / 1_000_000} MB`)
    expect((await announce('film.mp4', maxBytes, (await api.holder()).attemptId)).body.code).toBe('attempt-not-found')
  })

  it('of new files are a hundred an hour', async () => {
    const limited = await openWorkSamples({ rateLimitFactor: 1 })
    const someone = await limited.holder()
    for (let count = 0; count < 100; count += 1) {
      const { id } = (await limited.start(someone, 'plan.pdf', pdf(100))).data
      await limited.store.workSamples.delete(id)
      if (count % 50 === 0) limited.clock.advance(31_000)
    }
    expect((await limited.start(someone, 'plan.pdf', pdf(100))).body.code).toBe('too-many-requests')
    await limited.close()
  })

  it('have exactly their error texts', () => {
    for (const { title } of workSampleTypes) expect(errors['unsupported-file-type'].message).toContain(title)
    const pixels = errors['too-many-pixels'].message
    const [, jpeg, png, gif] =
      /([\d.]+) million for JPEG, ([\d.]+) million for PNG and WebP, and ([\d.]+) million for GIF and AVIF/u
        .exec(pixels)!
        .map(Number)
    expect({ jpeg, png, webp: png, gif, avif: gif }).toEqual(
      Object.fromEntries(Object.entries(imageMaxMegapixels).map(([type, max]) => [type.split('/')[1], max])),
    )
  })
})

describe('a file’s name', () => {
  it.each([
    ['C:\\photos\\bench.jpg', 'bench.jpg'],
    ['../../etc/bench.jpg', 'bench.jpg'],
    ['  Werkbank „Größe“.jpg ', 'Werkbank „Größe“.jpg'],
    ['bench\u202Egpj.jpg', 'benchgpj.jpg'],
  ])('%j is stored as %j', async (name, as) => expect((await announce(name, 10)).data.name).toBe(as))

  it.each([
    ['', 'required-field-missing'],
    ['a/', 'required-field-missing'],
    ['\u202E', 'required-field-missing'],
    ['a\nb.jpg', 'invalid-field-value'],
    ['a\u0000.jpg', 'invalid-field-value'],
    ['\uD800.jpg', 'invalid-field-value'],
    [`${'a'.repeat(255)}.jpg`, 'field-limit-exceeded'],
  ])('%j is refused', async (name, code) => expect((await announce(name, 10)).body.code).toBe(code))

  it.each([0, -1, 1.5, 2 ** 60])('with a size of %d is refused', async (size) => {
    expect((await announce('bench.jpg', size)).body.code).toMatch(/^(required-field-missing|invalid-field-value)$/u)
  })
})

describe('a work sample is private to its holder', () => {
  it('a visitor must log in', async () => {
    expect((await announce('plan.pdf', 10, holder.attemptId, { app: 'app_trusttag' })).body.code).toBe('login-required')
  })

  it('another member finds neither the assessment nor the file', async () => {
    const sampleId = (await api.upload(holder, 'plan.pdf', pdf())).data.id
    const { how } = await api.holder()
    const { attemptId } = holder
    expect((await announce('plan.pdf', 10, attemptId, how)).body.code).toBe('attempt-not-found')
    expect((await api.call('listWorkSamples', { attemptId }, how)).body.code).toBe('attempt-not-found')
    const answers = [
      await api.call('getWorkSample', { sampleId }, how),
      await api.call('sendWorkSample', { sampleId, offset: '0', content: pdf() }, how),
      await api.call('deleteWorkSample', { sampleId }, how),
      await api.call('createSampleLink', { sampleId }, how),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'work-sample-not-found']),
    )
    expect((await api.list(holder)).map(({ id }) => id)).toEqual([sampleId])
  })

  it('an unclaimed or open assessment has none', async () => {
    const unclaimed = await completedAttempt(api, null)
    expect((await announce('plan.pdf', 10, unclaimed)).body.code).toBe('attempt-not-found')
    const open = await completedAttempt(api, memberId, 'OPEN')
    expect((await announce('plan.pdf', 10, open)).body.code).toBe('attempt-not-complete')
  })

  it('an app without TrustTags has none', async () => {
    const account = { email: 'ann@example.com', password: 'long enough' }
    const { tokens } = (await api.call('signup', account)).data
    const how = { token: tokens.accessToken }
    const { attemptId } = holder
    const answers = [
      await api.call('startWorkSample', { attemptId, name: 'plan.pdf', type: '', sizeBytes: 10 }, how),
      await api.call('listWorkSamples', { attemptId }, how),
      await api.call('getWorkSample', { sampleId: 'smp_1' }, how),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'not-found'))
  })
})
