import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { CONSOLE_PUBLIC_KEY } from '../../../../contract/admin/console-session'
import { STAFF_SECOND_FACTOR_DAYS } from '../../../../api/features/apps/repository'
import { openConsole, STAFF_PASSWORD } from '../../../support/console-people'
import type { TestConsole } from '../../../support/console-people'

const how = { app: 'app_console', key: CONSOLE_PUBLIC_KEY, origin: 'http://localhost:4001' }
const DAY_MS = 24 * 60 * 60 * 1000
const MAIL = 'sue@example.test'

async function open(): Promise<TestConsole> {
  const shop = await openConsole()
  onTestFinished(() => shop.close())
  return shop
}

const logIn = (shop: TestConsole, email = MAIL, password = STAFF_PASSWORD) =>
  shop.call('login', { email, password, device: null }, how)

/** At the login that asks for it. @returns the answer that has the tokens */
async function setUpApp(shop: TestConsole, email = MAIL) {
  const refused = await logIn(shop, email)
  expect(refused.body.code).toBe('second-factor-setup-required')
  const challenge = String(Reflect.get(Object(refused.body), 'challenge'))
  const { totp } = (await shop.call('setUpSecondFactor', { challenge }, how)).data
  const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate({ timestamp: shop.clock.now() })
  return (await shop.call('setUpSecondFactor', { challenge, code, device: null }, how)).data.login
}

const passDeadline = (shop: TestConsole) => shop.clock.advance((STAFF_SECOND_FACTOR_DAYS + 1) * DAY_MS)

const openSession = (shop: TestConsole, token: string | undefined) =>
  shop.send('POST', '/console/session', { body: { token } })

test('a week after the first session a password alone opens no other, and a second factor does', async () => {
  const shop = await open()
  const owner = await shop.owner()
  const sue = await shop.join(owner, MAIL, 'admin')
  const { data } = await shop.send('GET', '/console/session', { browser: sue })
  expect(Date.parse(data.secondFactorDueAt) - shop.clock.now()).toBe(STAFF_SECOND_FACTOR_DAYS * DAY_MS)
  expect((await logIn(shop)).data.tokens.accessToken).toBeTruthy()

  passDeadline(shop)
  const login = await setUpApp(shop)
  const opened = await openSession(shop, login?.tokens.accessToken)
  expect(opened).toMatchObject({ status: 200, data: { secondFactorDueAt: null } })
  expect((await logIn(shop)).body.code).toBe('second-factor-required')
})

test('an owner removes a lost one, of people of their own apps alone', async () => {
  const shop = await open()
  const first = await shop.owner()
  await shop.join(first, MAIL, 'admin')
  await shop.join(first, 'eva@example.test', 'owner')
  passDeadline(shop)
  await setUpApp(shop)
  const factors = async (browser: typeof first) =>
    (await shop.ask('listStaff', {}, browser)).data.map((one: { hasSecondFactor: boolean }) => one.hasSecondFactor)
  const owner = shop.browserOf(await openSession(shop, (await setUpApp(shop, 'eva@example.test'))?.tokens.accessToken))
  expect(await factors(owner)).toEqual([false, true, true])

  const people: { id: string; email: string }[] = (await shop.ask('listStaff', {}, owner)).data
  const idOf = (email: string) => people.find((one) => one.email === email)?.id
  const remove = (email: string) => shop.ask('removeStaffSecondFactor', { staffId: idOf(email) }, owner)
  // A server owner's, and the own one.
  expect((await remove('owner@example.test')).code).toBe('second-factor-kept')
  expect((await remove('eva@example.test')).code).toBe('second-factor-kept')
  expect((await remove(MAIL)).status).toBe(200)
  expect(await factors(owner)).toEqual([false, false, true])
  expect((await shop.mailTo(MAIL))?.text).toContain('Two-step verification was turned off')
  expect((await logIn(shop)).body.code).toBe('second-factor-setup-required')
})

test('a setup link lets an owner in who lost it', async () => {
  const shop = await open()
  await shop.owner()
  passDeadline(shop)
  await setUpApp(shop, 'owner@example.test')
  expect((await logIn(shop, 'owner@example.test')).body.code).toBe('second-factor-required')
  shop.browserOf(await shop.setUp())
  expect((await logIn(shop, 'owner@example.test')).body.code).toBe('second-factor-setup-required')
})
