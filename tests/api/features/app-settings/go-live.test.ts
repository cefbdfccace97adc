import { expect, test } from 'vitest'
import { recordInstallation } from '../../../../api/features/installations'
import { startFakeStripe } from '../../../support/fake-stripe'
import { startSmtpServer } from '../../../support/smtp-server'
import { openAdmin } from '../../http/admin/open-admin'
import type { Admin } from '../../http/admin/open-admin'

const DOMAIN = 'www.shop.example'

async function open(changes: object = {}) {
  let now = () => Date.now()
  const stripe = await startFakeStripe({ now: () => now(), livemode: true })
  const smtp = await startSmtpServer({ hideSTARTTLS: true })
  const admin = await openAdmin({ env: { STRIPE_API_URL: stripe.url }, app: { liveDomains: [], ...changes } })
  now = admin.clock.now
  return { admin, stripe, smtp }
}

const called = ({ services }: Admin, origin: string, mode: 'test' | 'live' = 'test') =>
  recordInstallation(services, { appId: 'app_shop', mode, origin })

const stateOf = async (api: Admin) => {
  const { checks, ...rest } = await api.admin('readGoLive')
  return { ...rest, open: checks.filter(({ isDone }) => !isDone).map(({ id }) => id) }
}

const refusalOf = async (admin: Admin, domains: readonly string[] = [DOMAIN]) => {
  const { status, body } = await admin.answerOf('goLive', { domains })
  return [status, Reflect.get(Object(body), 'message')]
}

test('one blocker after the other is closed by what the product sees, then the app goes live', async () => {
  const { admin, smtp } = await open()
  expect(await stateOf(admin)).toMatchObject({
    isLive: false,
    open: ['stripe-key', 'stripe-webhook', 'test-mail', 'sender-dns', 'test-purchase', 'page-check'],
  })
  expect(await refusalOf(admin)).toEqual([409, 'No page of this domain has called yet.'])
  await called(admin, `http://${DOMAIN}`)
  expect(await refusalOf(admin)).toEqual([409, 'The pages of this domain need https.'])
  await called(admin, `https://${DOMAIN}`)
  expect(await refusalOf(admin)).toEqual([409, 'Paid plans need a live key of Stripe.'])

  const live = admin.keys.otherMode
  await admin.admin('setCredential', { kind: 'stripe', secretKey: 'rk_live_51abc' }, live)
  expect(await refusalOf(admin)).toEqual([409, 'No test email has been sent through the mail server yet.'])
  await admin.admin('setCredential', { kind: 'smtp', host: '127.0.0.1', port: smtp.port }, live)
  expect(await refusalOf(admin)).toEqual([409, 'No test email has been sent through the mail server yet.'])
  await admin.admin('sendTestMail', { email: 'ana@example.com' }, live)
  expect(await stateOf(admin)).toMatchObject({
    domains: expect.arrayContaining([{ domain: DOMAIN, isLive: false, lastCallAt: expect.any(String), problem: null }]),
    open: ['sender-dns', 'test-purchase', 'page-check'],
  })

  const { isLive, domains } = await admin.admin('goLive', { domains: [DOMAIN.toUpperCase()] })
  expect({ isLive, live: domains.filter((one) => one.isLive).map(({ domain }) => domain) }).toEqual({
    isLive: true,
    live: [DOMAIN],
  })
  const { definition } = await admin.admin('getDefinition')
  expect(definition).toMatchObject({ liveDomains: [DOMAIN] })
  const [row] = await admin.store.auditLog.list('app_shop', 'live', 1)
  expect(row).toMatchObject({ act: 'app.go-live', subject: DOMAIN })

  await admin.admin('goLive', { domains: [] })
  expect(await stateOf(admin)).toMatchObject({ isLive: false })
})

test('a webhook that Stripe refused keeps the app out of live mode', async () => {
  const { admin, stripe } = await open()
  await called(admin, `https://${DOMAIN}`)
  stripe.failWith(({ path }) =>
    path === '/v1/webhook_endpoints'
      ? { status: 403, body: { error: { type: 'invalid_request_error', message: 'no right' } } }
      : null,
  )
  await admin.admin('setCredential', { kind: 'stripe', secretKey: 'rk_live_51abc' }, admin.keys.otherMode)
  expect(await refusalOf(admin)).toEqual([409, expect.stringContaining('webhook')])
  const { checks } = await admin.admin('readGoLive')
  expect(checks).toMatchObject([
    {},
    { id: 'stripe-key', isDone: true },
    { id: 'stripe-webhook', isDone: false },
    {},
    {},
    {},
    {},
  ])
})

test('records that the sender’s domain lacks are advice', async () => {
  const { admin } = await open({ mail: { sender: { name: 'Shop', address: 'no-reply@shop.io' }, texts: {} } })
  const asked: string[] = []
  const check = async (records: { spf: boolean | null; dmarc: boolean | null }) => {
    admin.services.senderRecords = async (domain) => {
      asked.push(domain)
      return records
    }
    return (await admin.admin('readGoLive')).checks.find(({ id }) => id === 'sender-dns')
  }
  expect(await check({ spf: true, dmarc: true })).toMatchObject({ importance: 'advice', isDone: true, problem: null })
  expect(await check({ spf: true, dmarc: null })).toMatchObject({ isDone: null, problem: null })
  expect(await check({ spf: true, dmarc: false })).toMatchObject({
    isDone: false,
    problem: expect.stringContaining('shop.io has no DMARC record'),
  })
  expect(new Set(asked)).toEqual(new Set(['shop.io']))
})

test('without a paid plan, Stripe is no subject; outside loopback the server needs https', async () => {
  const { admin } = await open({ plans: [] })
  const { checks } = await admin.admin('readGoLive')
  expect(checks.map(({ id }) => id)).toEqual(['api-https', 'test-mail', 'sender-dns', 'page-check'])
})

test('this machine is no live domain outside development', async () => {
  const admin = await openAdmin({ development: false, app: { liveDomains: [] } })
  await called(admin, 'http://localhost:3000')
  expect((await admin.admin('readGoLive')).domains.map(({ domain }) => domain)).not.toContain('localhost')
})

test('live domains do not change with the definition', async () => {
  const { admin } = await open()
  const input = { part: 'app', item: 'current', changes: { liveDomains: [DOMAIN] } }
  expect(await admin.answerOf('changeDefinitionItem', input)).toMatchObject({ body: { code: 'invalid-definition' } })
  await admin.admin('changeDefinitionItem', { ...input, changes: { name: 'Other' } })
  await called(admin, `https://${DOMAIN}`)
})
