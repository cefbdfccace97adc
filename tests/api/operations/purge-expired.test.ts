import { expect, test } from 'vitest'
import {
  PAYMENT_EVENT_RETENTION_DAYS,
  PORTAL_LIFETIME_MINUTES,
  UNPAID_PURCHASE_RETENTION_DAYS,
} from '../../../contract/limits'
import { purgeExpired } from '../../../api/workers'
import { openShop } from '../../support/open-shop'
import { openTestServices, tokenIn } from '../../support/open-test-services'
import { confirmPendingEmail, findPendingChange } from '../../../api/features/accounts/email-change'

const ann = { email: 'ann@example.com', password: 'correct horse' }

test('codes and given-up addresses are deleted once they have had their time, and not before', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', ann)
  await services.store.members.update(data.member.id, { verified: true })
  await services.call('sendPasswordlessSignupEmail', { email: 'bob@example.com' })
  await services.call('updateMemberAuth', { email: 'new@example.com' }, await services.as(data.tokens.accessToken))
  const pending = (await services.mails()).find(({ to }) => to === 'new@example.com')
  await confirmPendingEmail(services, (await findPendingChange(services, tokenIn(pending)))!)
  const told = (await services.mails()).find(({ to }) => to === ann.email)
  const bob = { appId: 'app_demo', mode: 'test', email: 'bob@example.com' } as const
  const { emailCodes, emailChanges } = services.store
  const linkDigest = services.secrets.digest(tokenIn(told))

  await purgeExpired(services)
  expect(await emailCodes.takeTry(bob, 'signup', 0)).not.toBeNull()
  expect(await emailChanges.findByLink(linkDigest, 0)).not.toBeNull()

  services.wait(10 * 60_000)
  await purgeExpired(services)
  expect(await emailCodes.takeTry(bob, 'signup', 0)).toBeNull()
  expect(await emailChanges.findByLink(linkDigest, 0)).not.toBeNull()

  services.wait(72 * 3_600_000)
  await purgeExpired(services)
  expect(await emailChanges.findByLink(linkDigest, 0)).toBeNull()
})

test('tickets are deleted after their minute, those in time are kept', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', ann)
  const context = await services.as(data.tokens.accessToken)
  const early = (await services.call('createMemberTicket', {}, context)).data.ticket
  services.wait(30_000)
  const late = (await services.call('createMemberTicket', {}, context)).data.ticket
  services.wait(30_000)
  await purgeExpired(services)
  const owner = { appId: 'app_demo', mode: 'test' } as const
  const find = (ticket: string) => services.store.memberTickets.consume(services.secrets.digest(ticket), owner, 0)
  expect(await find(early)).toBeNull()
  expect(await find(late)).not.toBeNull()
})

test('events of a payment provider are kept while it may send them again, test portals while they work', async () => {
  const services = await openTestServices()
  const { paymentEvents, testPayments } = services.store
  const event = { provider: 'stripe', eventId: 'evt_1', receivedAt: services.clock.now() } as const
  await paymentEvents.insert(event)
  const { url } = await services.payments.forMode('test')!.createPortal({
    customerId: 'cus_test_1',
    appName: 'Demo',
    returnUrl: 'http://localhost:4002/',
    prices: [],
    configuration: {},
  })
  const digest = services.secrets.digest(new URL(url).searchParams.get('session') ?? '')
  // Looked up at time 0, so only its deletion can hide it.
  const portal = () => testPayments.findPortal(digest, 0)

  services.wait(PORTAL_LIFETIME_MINUTES * 60_000 - 1)
  await purgeExpired(services)
  expect(await portal()).not.toBeNull()
  services.wait(1)
  await purgeExpired(services)
  expect(await portal()).toBeNull()

  services.wait(PAYMENT_EVENT_RETENTION_DAYS * 86_400_000 - PORTAL_LIFETIME_MINUTES * 60_000)
  await purgeExpired(services)
  expect(await paymentEvents.has('stripe', 'evt_1')).toBe(true)
  services.wait(1)
  await purgeExpired(services)
  expect(await paymentEvents.has('stripe', 'evt_1')).toBe(false)
})

test('checkouts that ended unpaid are forgotten in time; what is open, or was ever paid, is not', async () => {
  const shop = await openShop()
  const buyer = await shop.signUp()
  await shop.pay(await shop.checkout(buyer.token, 'prc_pro-monthly'))
  await shop.checkout(buyer.token, 'prc_team-monthly')
  await shop.checkout(buyer.token, 'prc_team-monthly')
  const statuses = async () => (await shop.store.purchases.listByMember(buyer.id)).map(({ status }) => status)
  await purgeExpired(shop.services)
  expect(await statuses()).toEqual(['PAID', 'EXPIRED', 'OPEN'])
  shop.clock.advance((UNPAID_PURCHASE_RETENTION_DAYS + 1) * 24 * 3_600_000)
  await purgeExpired(shop.services)
  expect(await statuses()).toEqual(['PAID', 'OPEN'])
})
