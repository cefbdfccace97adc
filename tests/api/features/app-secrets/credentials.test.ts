import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { signed, startFakeStripe } from '../../../support/fake-stripe'
import { freePort } from '../../../support/free-port'
import { APP_CACHED_MS } from '../../../support/start-api'
import { startSmtpServer } from '../../../support/smtp-server'
import { openAdmin } from '../../http/admin/open-admin'

const SITE = 'http://localhost:4002'
const order = { priceId: 'prc_pro-monthly', success_url: `${SITE}/a`, cancel_url: `${SITE}/b` }

async function openWithStripe(app: Partial<AppDefinition> = {}) {
  let now = () => Date.now()
  const stripe = await startFakeStripe({ now: () => now() })
  const admin = await openAdmin({ env: { STRIPE_API_URL: stripe.url }, app })
  now = admin.clock.now
  const { token, id } = await admin.signUp()
  return { stripe, admin, id, as: { app: 'app_shop', origin: SITE, token } }
}

const KEY = 'rk_test_51abcdefghijklmnop'

test('an app’s own Stripe key sells, and its secret never comes back', async () => {
  const { stripe, admin, as } = await openWithStripe()
  expect(await admin.admin('listCredentials')).toMatchObject([
    { kind: 'stripe', from: 'none' },
    { kind: 'smtp', from: 'server' },
  ])
  const set = await admin.answerOf('setCredential', { kind: 'stripe', secretKey: KEY })
  expect(set).toMatchObject({ status: 200, body: { data: { from: 'app', ending: 'mnop', problem: null } } })
  expect(await admin.lastAct()).toMatchObject({ act: 'credential.set', subject: 'stripe', detail: { ending: 'mnop' } })
  const made = stripe.calls.find(({ path }) => path === '/v1/webhook_endpoints')
  expect(decodeURIComponent(made?.body ?? '')).toContain('/stripe-webhook/app_shop/test')
  const { url } = (await admin.call('createCheckoutSession', order, as)).data
  expect(url).toContain('checkout.stripe.example')

  const texts = [set.text, (await admin.answerOf('listCredentials')).text, admin.logLines.join('')]
  const stored = JSON.stringify(admin.dumpDatabase())
  for (const text of [...texts, stored])
    for (const secret of [KEY, 'whsec_of_the_app']) expect(text).not.toContain(secret)

  // Another app, and the other mode, have nothing of it.
  for (const key of [admin.keys.otherApp, admin.keys.otherMode])
    expect(await admin.admin('listCredentials', {}, key)).toMatchObject([{ from: 'none' }, { from: 'server' }])
})

test('the webhook of the app’s account grants its purchases, and only those', async () => {
  const { stripe, admin, id, as } = await openWithStripe()
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  const { url } = (await admin.call('createCheckoutSession', order, as)).data
  stripe.play.pay(url.slice(url.lastIndexOf('/') + 1))
  const event = stripe.events.findLast(({ type }) => type === 'checkout.session.completed')!
  const send = (path: string, secret: string) => {
    const { body, headers } = signed(event, secret, admin.clock.now())
    return admin.request(path, { method: 'POST', body, headers })
  }
  expect((await send('/stripe-webhook/app_shop/test', 'whsec_of_another')).status).toBe(400)
  expect((await send('/stripe-webhook/app_demo/test', 'whsec_of_the_app')).status).toBe(400)
  expect((await send('/stripe-webhook/app_shop/other', 'whsec_of_the_app')).status).toBe(400)
  expect(await admin.store.planConnections.listByMember(id)).toEqual([])
  expect((await send('/stripe-webhook/app_shop/test', 'whsec_of_the_app')).status).toBe(200)
  expect(await admin.store.planConnections.listByMember(id)).toMatchObject([{ planId: 'pln_pro', status: 'ACTIVE' }])
})

test('checkout has the payment options of the app', async () => {
  const { stripe, admin, as } = await openWithStripe()
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  await admin.admin('changeDefinitionItem', {
    part: 'payments',
    item: 'current',
    changes: { automaticTax: true, taxIdCollection: true, billingAddress: true, promotionCodes: true },
  })
  admin.clock.advance(APP_CACHED_MS)
  await admin.call('createCheckoutSession', order, as)
  const sent = stripe.calls.findLast(({ path }) => path === '/v1/checkout/sessions')
  const fields = Object.fromEntries(new URLSearchParams(sent?.body))
  expect(fields).toMatchObject({
    'automatic_tax[enabled]': 'true',
    'tax_id_collection[enabled]': 'true',
    billing_address_collection: 'required',
    allow_promotion_codes: 'true',
    'customer_update[address]': 'auto',
    'customer_update[name]': 'auto',
  })
})

test.each([
  ['a key of the other mode', { kind: 'stripe', secretKey: 'rk_live_abc' }, 'test mode'],
  ['a public key', { kind: 'stripe', secretKey: 'pk_test_abc' }, 'test mode'],
  ['a mail server on no known host', { kind: 'smtp', host: 'nowhere.invalid' }, 'no public IP address'],
])('%s is refused, and nothing is stored', async (_, input, message) => {
  const admin = await openAdmin()
  expect(await admin.answerOf('setCredential', input)).toMatchObject({
    status: 400,
    body: { code: 'credential-refused', message: expect.stringContaining(message) },
  })
  expect(admin.dumpDatabase()['app_credentials']).toEqual([])
})

test('a key that Stripe does not know is refused, and a check finds it later', async () => {
  const { stripe, admin } = await openWithStripe()
  const refusal = {
    status: 401,
    body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
  }
  stripe.failWith(() => refusal)
  expect(await admin.answerOf('setCredential', { kind: 'stripe', secretKey: KEY })).toMatchObject({
    status: 400,
    body: { code: 'credential-refused', message: 'Stripe does not know this key.' },
  })
  stripe.failWith(() => null)
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  stripe.failWith(() => refusal)
  expect(await admin.admin('checkCredential', { kind: 'stripe' })).toMatchObject({
    problem: 'Stripe does not know this key.',
  })
})

test('a private mail server is refused outside development', async () => {
  const admin = await openAdmin({ development: false })
  const input = { kind: 'smtp', host: '127.0.0.1', port: await freePort() }
  expect(await admin.answerOf('setCredential', input)).toMatchObject({ body: { code: 'credential-refused' } })
})

test('mails go through the app’s own mail server, those of other apps do not', async () => {
  const smtp = await startSmtpServer({
    onAuth: ({ username, password }, _session, callback) => {
      if (username === 'shop' && password === 'open sesame') callback(null, { user: 'shop' })
      else callback(new Error('wrong password'))
    },
    hideSTARTTLS: true,
    allowInsecureAuth: true,
  })
  const admin = await openAdmin()
  const login = { kind: 'smtp', host: '127.0.0.1', port: smtp.port, user: 'shop' }
  const refused = await admin.answerOf('setCredential', { ...login, password: 'wrong guess' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'credential-refused' } })
  expect(refused.text).not.toContain('wrong guess')
  const set = await admin.admin('setCredential', { ...login, password: 'open sesame' })
  expect(set).toMatchObject({ from: 'app', ending: 'same', detail: { host: '127.0.0.1', user: 'shop' } })
  expect(smtp.received).toEqual([])

  await admin.call('sendResetPasswordEmail', { email: 'nobody@example.com' }, { app: 'app_shop' })
  await admin.signUp('bo@example.com')
  await admin.call('sendResetPasswordEmail', { email: 'bo@example.com' }, { app: 'app_shop', origin: SITE })
  await admin.outbox.drain()
  expect(smtp.received.length).toBeGreaterThan(0)
  expect(new Set(smtp.received.flatMap(({ to }) => to))).toEqual(new Set(['bo@example.com']))
  const before = smtp.received.length
  await admin.call('signup', { email: 'demo@example.com', password: 'correct horse' })
  await admin.call('sendResetPasswordEmail', { email: 'demo@example.com' }, { origin: SITE })
  expect(await admin.mailTo('demo@example.com')).not.toBeNull()
  expect(smtp.received).toHaveLength(before)

  expect(await admin.admin('checkCredential', { kind: 'smtp' })).toMatchObject({ problem: null })
  expect(await admin.admin('removeCredential', { kind: 'smtp' })).toMatchObject({ from: 'server', ending: null })
  expect(await admin.answerOf('checkCredential', { kind: 'smtp' })).toMatchObject({ status: 404 })
})

test('another account gets another webhook, and the old one is deleted with the old key', async () => {
  const { stripe, admin } = await openWithStripe()
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  const made = () => stripe.writes().filter((line) => line.includes('webhook_endpoints'))
  // Another key of the same account keeps it.
  await admin.admin('setCredential', { kind: 'stripe', secretKey: 'rk_test_another' })
  expect(made()).toEqual(['POST /v1/webhook_endpoints'])

  stripe.failWith(({ path }) => (path === '/v1/account' ? { status: 200, body: { id: 'acct_other' } } : null))
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  expect(made()).toEqual([
    'POST /v1/webhook_endpoints',
    'POST /v1/webhook_endpoints',
    expect.stringMatching(/^DELETE \/v1\/webhook_endpoints\/we_/u),
  ])
  await admin.admin('removeCredential', { kind: 'stripe' })
  expect(made()).toHaveLength(4)
  expect(new Set(made().slice(2)).size).toBe(2)
})

test('a test mail goes through the mail server in use, and its result belongs to that server', async () => {
  const smtp = await startSmtpServer({ hideSTARTTLS: true })
  const admin = await openAdmin()
  const email = 'ana@example.com'
  expect(await admin.answerOf('sendTestMail', { email })).toMatchObject({ body: { code: 'no-mail-server' } })
  await admin.admin('setCredential', { kind: 'smtp', host: '127.0.0.1', port: smtp.port })
  expect(await admin.answerOf('sendTestMail', {})).toMatchObject({ body: { code: 'required-field-missing' } })
  expect(await admin.admin('sendTestMail', { email })).toMatchObject({ email, problem: null })
  expect(smtp.received).toMatchObject([{ to: [email] }])
  expect(await admin.lastAct()).toMatchObject({ act: 'credential.test-mail', detail: { result: 'taken' } })
  const mailOf = async () => (await admin.admin('listCredentials')).map(({ testMail }) => testMail?.problem)
  expect(await mailOf()).toEqual([undefined, null])

  const refusing = await startSmtpServer({
    hideSTARTTLS: true,
    onRcptTo: (_address, _session, callback) => callback(new Error('no such mailbox')),
  })
  await admin.admin('setCredential', { kind: 'smtp', host: '127.0.0.1', port: refusing.port })
  expect(await mailOf()).toEqual([undefined, undefined])
  const { problem } = await admin.admin('sendTestMail', { email })
  expect(problem).toMatch(/^The mail server rejected the email: .*no such mailbox/u)
  expect(await mailOf()).toEqual([undefined, problem])
})

const price = (id: string, interval?: { type: 'MONTHLY' | 'YEARLY'; count: number }) => ({
  id,
  name: id,
  amountMinor: 1_000,
  currency: 'usd',
  active: true,
  trialDays: 0,
  ...(interval && { interval }),
})

const pro = {
  id: 'pln_pro',
  name: 'Pro',
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  prices: [
    price('prc_pro-monthly', { type: 'MONTHLY', count: 1 }),
    price('prc_pro-yearly', { type: 'YEARLY', count: 1 }),
    price('prc_pro-lifetime'),
  ],
}

test('subscriptions of an account that is replaced are counted, and members hear why they can not change them', async () => {
  const { stripe, admin, as } = await openWithStripe({ plans: [pro] })
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  const { url } = (await admin.call('createCheckoutSession', order, as)).data
  stripe.play.pay(url.slice(url.lastIndexOf('/') + 1))
  expect((await admin.call('getMember', {}, as)).data?.planConnections).toHaveLength(1)
  const counts = async () => (await admin.admin('listCredentials'))[0]?.subscriptions
  expect(await counts()).toEqual({ own: 1, elsewhere: 0 })

  stripe.failWith(({ path }) => (path === '/v1/account' ? { status: 200, body: { id: 'acct_other' } } : null))
  const other = { kind: 'stripe', secretKey: 'rk_test_another' }
  expect(await admin.answerOf('setCredential', other)).toMatchObject({
    status: 409,
    body: { code: 'other-stripe-account' },
  })
  expect(await counts()).toEqual({ own: 1, elsewhere: 0 })
  await admin.admin('setCredential', { ...other, replacesAccount: true })
  expect(await counts()).toEqual({ own: 0, elsewhere: 1 })

  const changeTo = async (priceId: string) => (await admin.call('updatePrice', { priceId }, as)).body.code
  const refusal = 'purchase-of-earlier-account'
  expect((await admin.call('createBillingPortalSession', {}, as)).body.code).toBe(refusal)
  expect(await changeTo('prc_pro-yearly')).toBe(refusal)
  // A one-time price would replace what no one can end: the member would pay twice.
  const before = stripe.writes()
  expect(await changeTo('prc_pro-lifetime')).toBe(refusal)
  expect(stripe.writes()).toEqual(before)
  expect((await admin.call('getMember', {}, as)).data?.planConnections).toMatchObject([{ status: 'ACTIVE' }])

  // A key of the former account makes all of it work again.
  stripe.failWith(() => null)
  await admin.admin('setCredential', { kind: 'stripe', secretKey: KEY })
  expect(await counts()).toEqual({ own: 1, elsewhere: 0 })
  expect((await admin.call('createBillingPortalSession', {}, as)).data.url).toContain('billing.stripe.example')
})
