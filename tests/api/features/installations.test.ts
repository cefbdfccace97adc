import { expect, test } from 'vitest'
import { INSTALLATIONS_MAX } from '../../../contract/limits'
import { recordInstallation } from '../../../api/features/installations'
import { openAdmin } from '../http/admin/open-admin'

const SITE = 'https://yoga.example.com'
const HOUR_MS = 60 * 60 * 1000

test('the first call of a page is seen at once, and later ones once an hour', async () => {
  const admin = await openAdmin()
  expect(await admin.admin('listInstallations')).toEqual([])
  const headers = { 'x-user-agent': '@memberstack/client@1.2.3' }
  const call = () => admin.call('getApp', {}, { app: 'app_shop', origin: SITE, headers })
  await call()
  const first = new Date(admin.clock.now()).toISOString()
  const seen = { origin: SITE, scriptVersion: '1.2.3', firstSeenAt: first, lastSeenAt: first }
  expect(await admin.admin('listInstallations')).toEqual([seen])
  admin.clock.advance(HOUR_MS - 1)
  await call()
  expect(await admin.admin('listInstallations')).toEqual([seen])
  admin.clock.advance(1)
  await admin.call('getAppAndMember', {}, { app: 'app_shop', origin: SITE })
  const later = new Date(admin.clock.now()).toISOString()
  expect(await admin.admin('listInstallations')).toEqual([{ ...seen, lastSeenAt: later }])
  expect(await admin.admin('listInstallations', {}, admin.keys.otherMode)).toEqual([])
})

test('a call without a page is no installation', async () => {
  const admin = await openAdmin()
  await admin.call('getApp', {}, { app: 'app_shop' })
  expect(await admin.admin('listInstallations')).toEqual([])
})

test('the longest unseen origin goes first', async () => {
  const admin = await openAdmin()
  for (let count = 0; count <= INSTALLATIONS_MAX; count += 1) {
    admin.clock.advance(1)
    const origin = `https://site-${count}.example.com`
    await recordInstallation(admin.services, { appId: 'app_shop', mode: 'test', origin })
  }
  const origins = (await admin.admin('listInstallations')).map(({ origin }) => origin)
  expect(origins).toHaveLength(INSTALLATIONS_MAX)
  expect(origins).not.toContain('https://site-0.example.com')
  expect(origins[0]).toBe(`https://site-${INSTALLATIONS_MAX}.example.com`)
})

test('a database that refuses the write does not keep a page from its app', async () => {
  const admin = await openAdmin()
  const broken = {
    ...admin.services,
    store: { ...admin.services.store, kysely: admin.services.store.kysely.withSchema('gone') },
  }
  await recordInstallation(broken, { appId: 'app_shop', mode: 'test', origin: SITE })
  expect(admin.logLines.join('')).toContain('could not record the origin of a page')
})

test('the page of the console, which loads the widget before the first set-up, is no installation', async () => {
  const admin = await openAdmin()
  await admin.call('getApp', {}, { app: 'app_console', origin: 'http://localhost:4001' })
  await admin.call('getAppAndMember', {}, { app: 'app_console', origin: 'http://localhost:4001' })
  expect(admin.logLines.join('')).not.toContain('could not record')
  expect(admin.dumpDatabase()['app_installations']).toEqual([])
})
