import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findStorageAccount } from '../../../../api/features/files/account-storage'
import { sweepWorkSamples } from '../../../../api/features/work-samples/upload'
import { openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { sampleImage } from '../../../support/sample-images'
import { mp4, pdf } from '../../../support/sample-files'

const HOUR_MS = 3_600_000

let api: WorkSampleApi
let holder: Holder
beforeEach(async () => {
  api = await openWorkSamples()
  holder = await api.holder()
})
afterEach(() => api.close())

const age = (name: string, hours: number) => {
  const at = (api.clock.now() - hours * HOUR_MS) / 1_000
  utimesSync(join(api.folder, 'work-samples', name), at, at)
}
const fileOf = async (id: string) => (await api.store.workSamples.find(id))!.file
const sweep = () => sweepWorkSamples(api.services)

it('its holder removes it, complete or not, with its file', async () => {
  const complete = (await api.upload(holder, 'plan.pdf', pdf())).data.id
  const begun = (await api.start(holder, 'film.mp4', mp4(9_000))).data.id
  await api.send(holder, begun, 0, mp4(5_000))
  expect(api.files()).toHaveLength(2)
  for (const sampleId of [complete, begun])
    expect((await api.call('deleteWorkSample', { sampleId }, holder.how)).data).toEqual({ id: sampleId })
  expect([await api.list(holder), api.files()]).toEqual([[], []])
  expect((await api.call('deleteWorkSample', { sampleId: begun }, holder.how)).body.code).toBe('work-sample-not-found')
})

it('an image leaves only its encoded file', async () => {
  const { id } = (await api.upload(holder, 'photo.png', await sampleImage('png', 60, 40))).data
  expect(api.files()).toEqual([await fileOf(id)])
})

it('all are deleted with their member, and only theirs', async () => {
  const other = await api.holder()
  const staying = (await api.upload(other, 'plan.pdf', pdf())).data.id
  await api.upload(holder, 'plan.pdf', pdf())
  const begun = (await api.start(holder, 'film.mp4', mp4(9_000))).data.id
  await api.send(holder, begun, 0, mp4(5_000))
  expect((await api.call('deleteMember', {}, holder.how)).status).toBe(200)
  expect(api.files()).toEqual([await fileOf(staying)])
})

it('those of a deleted assessment or a killed process are swept when they are old enough', async () => {
  const kept = await fileOf((await api.upload(await api.holder(), 'plan.pdf', pdf())).data.id)
  const orphan = await fileOf((await api.upload(holder, 'plan.pdf', pdf())).data.id)
  await api.store.attempts.delete(holder.attemptId)
  const folder = join(api.folder, 'work-samples')
  const left = `${'a'.repeat(32)}.webp`
  for (const name of [left, 'README']) writeFileSync(join(folder, name), 'x')
  for (const name of [kept, orphan, left, 'README']) age(name, 48)
  const young = `${'b'.repeat(32)}.webp`
  writeFileSync(join(folder, young), 'x')
  age(young, 0.5)
  await sweep()
  expect(api.files()).toEqual([kept, young, 'README'].toSorted())
})

it('more of them than one query returns are swept', async () => {
  for (let number = 0; number < 450; number += 1) {
    const name = `${String(number).padStart(32, '0')}.mp4`
    writeFileSync(join(api.folder, 'work-samples', name), 'x')
    age(name, 2)
  }
  await sweep()
  expect(api.files()).toEqual([])
})

it('an abandoned one is deleted a day after its last part', async () => {
  const begun = (await api.start(holder, 'film.mp4', mp4(9_000))).data.id
  api.clock.advance(23 * HOUR_MS)
  await api.send(holder, begun, 0, mp4(5_000))
  api.clock.advance(23 * HOUR_MS)
  age(await fileOf(begun), 23)
  await sweep()
  expect((await api.list(holder)).map(({ id }) => id)).toEqual([begun])
  expect(api.files()).toHaveLength(1)
  api.clock.advance(1 * HOUR_MS + 1)
  await sweep()
  expect([await api.list(holder), api.files()]).toEqual([[], []])
})

it('an announced one of which no part came is deleted after an hour, and its space is free again', async () => {
  const { id } = (await api.start(holder, 'film.mp4', mp4(9_000))).data
  const { memberId } = (await api.store.workSamples.find(id))!
  const reserved = async () => (await findStorageAccount(api.store, memberId))?.bytes ?? 0
  const before = await reserved()
  api.clock.advance(1 * HOUR_MS)
  await sweep()
  expect((await api.list(holder)).map((one) => one.id)).toEqual([id])
  api.clock.advance(1)
  await sweep()
  expect(await api.list(holder)).toEqual([])
  expect(await reserved()).toBeLessThanOrEqual(before - 9_000)
})

it('a complete one stays', async () => {
  const { id } = (await api.upload(holder, 'plan.pdf', pdf())).data
  age(await fileOf(id), 9_000)
  api.clock.advance(9_000 * HOUR_MS)
  await sweep()
  expect(api.files()).toEqual([await fileOf(id)])
  expect((await api.store.workSamples.find(id))?.status).toBe('READY')
})

it('a file that cannot be removed does not fail the response, and is logged', async () => {
  const { id } = (await api.upload(holder, 'plan.pdf', pdf())).data
  api.services.uploads.remove = async () => {
    throw new Error('The disk is read-only.')
  }
  expect((await api.call('deleteWorkSample', { sampleId: id }, holder.how)).status).toBe(200)
  expect(api.logLines.join('')).toContain('could not delete a file')
})
