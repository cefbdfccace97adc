import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reopenDatabase } from '../../../support/database-with-apps'
import { filesUrl } from '../../../../api/features/files/open-storage'
import { sweepFiles } from '../../../../api/features/accounts/profile'
import { sampleImage } from '../../../support/sample-images'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const HOUR_S = 60 * 60

let api: TestApi
beforeEach(async () => void (api = await startTestApi()))
afterEach(() => api.close())

const kept = () => readdirSync(join(api.folder, 'files')).toSorted()
function age(name: string, seconds: number): void {
  const at = api.clock.now() / 1_000 - seconds
  utimesSync(join(api.folder, 'files', name), at, at)
}
function leave(name: string, seconds: number): string {
  writeFileSync(join(api.folder, 'files', name), 'picture')
  age(name, seconds)
  return name
}

it('removes what no member has, and keeps what one has, what is young and what is not ours', async () => {
  const { tokens } = (await api.call('signup', { email: 'ann@example.com', password: 'long enough' })).data
  const profileImage = new File([await sampleImage('png')], 'me.png')
  const answer = await api.call('updateProfileImage', { profileImage }, { token: tokens.accessToken })
  const annes = answer.data.profileImage.split('/').at(-1) ?? ''
  age(annes, 48 * HOUR_S)
  const young = leave(`${'a'.repeat(32)}.webp`, HOUR_S - 60)
  leave(`${'b'.repeat(32)}.webp`, HOUR_S + 60)
  leave(`${'c'.repeat(32)}.webp.part`, HOUR_S + 60)
  const foreign = leave('README', 48 * HOUR_S)
  await sweepFiles(api.services)
  expect(kept()).toEqual([annes, young, foreign].toSorted())
})

it('gets through more files than one look at the database takes', async () => {
  for (let number = 0; number < 450; number += 1) leave(`${String(number).padStart(32, '0')}.webp`, 2 * HOUR_S)
  await sweepFiles(api.services)
  expect(kept()).toEqual([])
})

it('keeps the images of members when the API has got another address', async () => {
  const { member } = (await api.call('signup', { email: 'ann@example.com', password: 'long enough' })).data
  const name = leave(`${'d'.repeat(32)}.webp`, 2 * HOUR_S)
  await api.store.members.update(member.id, { profileImage: `${api.services.urls.api}/files/${name}` })
  const urls = { ...api.services.urls, api: 'http://members.localhost:4001' }
  const store = await reopenDatabase({ file: join(api.folder, 'membership.db'), filesUrl: filesUrl(urls) })
  expect((await store.members.findById(member.id))?.profileImage).toBe(`http://members.localhost:4001/files/${name}`)
  await sweepFiles({ ...api.services, store, urls })
  expect(kept()).toEqual([name])
  await store.close()
})
