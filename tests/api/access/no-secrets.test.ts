import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import { aSecretKey } from '../../support/admin-calls'
import { makeAdminThings } from '../../support/admin-things'
import { createCanaries, tracesOf } from '../../support/canaries'
import { openConsole } from '../../support/console-people'
import type { ConsoleAnswer, ConsoleBrowser, TestConsole } from '../../support/console-people'
import { openFakeStripe } from '../../support/fake-stripe/server'
import { openSmtpServer } from '../../support/smtp-server'
import { adminAccess } from './admin-table'
import type { AdminWorld } from './admin-table'

/** Of the settings of the server. */
const settings = {
  GOOGLE_CLIENT_SECRET: 'GOCSPX-w8Lq2Zr5Tn9Bv3Xk7Jd1',
  STRIPE_TEST_SECRET_KEY: 'sk_test_Hy4Wn8Qe2Rk6Vb0Zx3Tm',
  STRIPE_TEST_WEBHOOK_SECRET: 'whsec_Pd7Gs1Fh5Lj9Mc2Yu6Ta',
}
/** Of the app. */
const STRIPE_KEY = 'rk_test_51Kq7Zp2Xw9Lr4Tb8Nd6Vs'
const MAIL_PASSWORD = 'Jx5Cq1Rw8Ym3Eb7Ht0'

let site: TestConsole
let owner: ConsoleBrowser
let world: AdminWorld
let secrets: Record<string, string>
const closed: (() => unknown)[] = []

beforeAll(async () => {
  const stripe = await openFakeStripe()
  const smtp = await openSmtpServer({
    onAuth: ({ password }, _session, callback) =>
      password === MAIL_PASSWORD ? callback(null, { user: 'shop' }) : callback(new Error('wrong password')),
    hideSTARTTLS: true,
    allowInsecureAuth: true,
  })
  const env = { ...settings, STRIPE_API_URL: stripe.url, GOOGLE_CLIENT_ID: 'the-app.apps.example.com' }
  site = await openConsole({ env })
  closed.push(() => site.close(), smtp.close, stripe.close)
  const setupToken = await site.setupToken()
  owner = await site.owner()
  const credential = (input: object) => valueOf('setCredential', { ...input })
  await credential({ kind: 'stripe', secretKey: STRIPE_KEY })
  await credential({ kind: 'smtp', host: '127.0.0.1', port: smtp.port, user: 'shop', password: MAIL_PASSWORD })
  await valueOf('changeDefinitionItem', { part: 'coupons', item: 'HALF', changes: { active: false } })
  world = await makeWorld()
  const { endpointId } = world.admin
  const rolled = await valueOf('rollWebhookSecret', { endpointId })
  const { link } = await valueOf('inviteStaff', { email: 'sue@example.test', role: 'admin' })
  secrets = {
    ...settings,
    ...secrets,
    'the app’s Stripe key': STRIPE_KEY,
    'the app’s Stripe webhook': 'whsec_of_the_app',
    'the app’s mail password': MAIL_PASSWORD,
    'rolled webhook secret': rolled.secret,
    'preview key': (await valueOf('createPreviewKey', { design: { cornerRadius: 3 } })).key,
    invitation: link.split('#')[1],
    'setup link': setupToken,
    'cookie of the owner': owner.cookie.split('=')[1] ?? '',
    'session of a member': world.who.ada.token,
  }
})
afterAll(async () => {
  for (const close of closed) await close()
})

async function valueOf(name: AdminEndpointName, input: Readonly<Record<string, unknown>>) {
  const { status, text, data } = await site.ask(name, input, owner)
  if (status !== 200) throw new Error(`${name}: ${text}`)
  return data
}

async function makeWorld(): Promise<AdminWorld> {
  const key = await aSecretKey(site)
  const email = 'ada@example.test'
  const { data } = await site.call('signup', { email, password: 'correct horse battery' })
  const [id, token] = [data.member.id, data.tokens.accessToken]
  const record = await site.call('createDataRecord', { table: 'notes', data: { title: 'Milk' } }, { token })
  const canaries = createCanaries()
  const admin = await makeAdminThings({ api: site, canaries }, key, id)
  secrets = {
    'API key': key,
    'webhook secret': canaries.all.find(({ field }) => field === 'webhook-secret')?.text ?? '',
  }
  return { who: { ada: { id, email, token } }, demo: { recordId: record.data.id }, admin }
}

const told = (text: string): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) => {
    const trace = tracesOf(secret)(text)
    return trace === undefined ? [] : [`${name}: ${trace}`]
  })
const wholeOf = ({ headers, text }: ConsoleAnswer): string => `${JSON.stringify([...headers])}\n${text}`

/** Of callers that a handler never sees. */
const refusals = new Set(['right-missing', 'step-up-required', 'console-login-required', 'access-denied'])

const isName = (name: string): name is AdminEndpointName => name in adminEndpoints
const names = Object.keys(adminEndpoints).filter(isName)
const reads = names.filter((name) => adminEndpoints[name].method === 'GET')

describe('no secret of an app, its server or its people is in', () => {
  it.each(reads)('%s, read by an owner', async (name) => {
    const answer = await site.ask(name, adminAccess[name].input(world), owner)
    expect({ status: answer.status, told: told(wholeOf(answer)) }).toEqual({ status: 200, told: [] })
  })

  it('the session of the console, the app of a page and the published documents', async () => {
    for (const path of ['/console/session', '/console/session/options', '/app', '/openapi.json', '/health']) {
      const headers = { 'x-app-id': 'app_demo', origin: 'http://localhost:4002' }
      const asPage = path.startsWith('/console') ? { browser: owner } : { headers }
      const answer = await site.send('GET', path, asPage)
      expect({ path, status: answer.status, told: told(wholeOf(answer)) }).toEqual({ path, status: 200, told: [] })
    }
  })

  it('what any call that writes answers, nor in what the owner reads, or the server logs, after all of them', async () => {
    const [adds, removes] = [
      names.filter((name) => !['GET', 'DELETE'].includes(adminEndpoints[name].method)),
      names.filter((name) => adminEndpoints[name].method === 'DELETE'),
    ]
    for (const name of [...adds, ...removes, 'listAuditLog', 'exportAuditLog'] as const) {
      const answer = await site.ask(name, adminAccess[name].input(world), owner)
      const isRefused = answer.status >= 500 || refusals.has(String(answer.code))
      expect({ name, isRefused, told: told(wholeOf(answer)) }).toEqual({ name, isRefused: false, told: [] })
    }
    expect(site.logLines.length).toBeGreaterThan(names.length)
    expect(told([...site.logLines, ...site.securityLines].join(''))).toEqual([])
  })

  it('a table, except for mails that wait', () => {
    const { mailbox: _, outbox: __, ...tables } = site.dumpDatabase()
    for (const [name, rows] of Object.entries(tables))
      expect({ name, told: told(JSON.stringify(rows)) }).toEqual({ name, told: [] })
  })
})

it('a trace of a secret is found: whole, in part, its end, in base64 and in hexadecimal', () => {
  const key = 'sk_test_Hy4Wn8Qe2Rk6Vb0Zx3Tm'
  const trace = tracesOf(key)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  for (const text of [
    key,
    'key Wn8Qe2R',
    'ends with x3Tm0 or x3Tm no: Zx3Tm',
    ...['', '1', '22'].map((a) => base64(a + key)),
  ])
    expect(trace(text), text).toBeDefined()
  expect(trace(Buffer.from(key).toString('hex'))).toBeDefined()
  expect(trace('sk_test_ …x3Tm')).toBeUndefined()
})
