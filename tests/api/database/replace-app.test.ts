import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { UniqueConstraintError } from '../../../api/lib/errors'
import { reopenDatabase } from '../../support/database-with-apps'
import { tempFolder } from '../../support/temp-folder'
import { openTestStore } from './open-test-store'

test('another definition takes the place of the one of its id, with its keys, and no other’s', async () => {
  const store = await openTestStore()
  const [demo, trustTag] = await store.apps.list()
  const changed = { ...demo!, name: 'Changed', keys: { test: 'pk_sb_new', live: 'pk_new' } }
  await store.apps.replace(changed)
  expect(await store.apps.list()).toEqual([changed, trustTag])
  expect(await store.apps.findByPublicKey('pk_new')).toEqual({ app: changed, mode: 'live' })
  expect(await store.apps.findByPublicKey('pk_sb_new')).toEqual({ app: changed, mode: 'test' })
  expect(await store.apps.findByPublicKey('pk_demo')).toBeNull()
})

test('an app that is not there is not added', async () => {
  const store = await openTestStore()
  const before = await store.apps.list()
  await store.apps.replace({ ...before[0]!, id: 'app_none', keys: { test: 'pk_sb_none', live: 'pk_none' } })
  expect(await store.apps.list()).toEqual(before)
})

test('a key of another app is not taken', async () => {
  const store = await openTestStore()
  const [demo, trustTag] = await store.apps.list()
  const keys = { ...demo!.keys, live: trustTag!.keys.live }
  await expect(store.apps.replace({ ...demo!, keys })).rejects.toThrow(UniqueConstraintError)
  expect((await store.apps.list())[0]).toEqual(demo)
})

test('another process that has looked an app up sees it changed after a second', async () => {
  const file = join(tempFolder(), 'membership.db')
  const store = await openTestStore(file)
  const other = await reopenDatabase({ file })
  onTestFinished(() => other.close())
  const time = vi.spyOn(performance, 'now').mockReturnValue(0)
  const demo = await other.apps.findById('app_demo')
  await store.transaction(({ apps }) => apps.replace({ ...demo!, name: 'Changed' }))
  time.mockReturnValue(999)
  expect((await other.apps.findById('app_demo'))?.name).toBe('Demo')
  time.mockReturnValue(1_000)
  expect((await other.apps.findById('app_demo'))?.name).toBe('Changed')
})
