import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRangeList } from '../../api/features/accounts/breached-passwords'
import { openApiWithPages } from '../support/open-hosted-page'
import { startTestApi } from '../support/start-api'

const email = 'ann@acme.example'
const leaked = 'seven quiet otters'
const fresh = 'three loud badgers'
const live = { key: 'pk_demo', origin: 'https://demo.example' }
const REFUSED = { status: 400, body: { code: 'password-breached' } }

const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase()

interface Asked {
  url: string
  headers: object
}

/** Like api.pwnedpasswords.com: rows of a range, and rows with a count of 0. */
async function serveRanges({ hangs = false, status = 200, padding = [] as string[] } = {}) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    if (hangs) return
    const prefix = request.url?.split('/').at(-1) ?? ''
    const rows = [
      ...[leaked].map((one) => [hashOf(one), 12] as const),
      ...padding.map((one) => [hashOf(one), 0] as const),
    ]
    const found = rows.filter(([hash]) => hash.startsWith(prefix))
    response.writeHead(status).end(found.map(([hash, count]) => `${hash.slice(5)}:${count}`).join('\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/` }
}

const quiet = { warn: () => {} }

async function openApi() {
  const { asked, url } = await serveRanges()
  const api = await openApiWithPages({ services: { breachedPasswords: createRangeList({ url, log: quiet }) } })
  return { api, asked }
}

test('the service learns five hex digits of a hash, and asks for rows that hide the length', async () => {
  const { asked, url } = await serveRanges()
  const list = createRangeList({ url, log: quiet })
  expect([await list.has(leaked), await list.has(fresh)]).toEqual([true, false])
  expect(asked.map((one) => one.url)).toEqual([leaked, fresh].map((one) => `/range/${hashOf(one).slice(0, 5)}`))
  expect(asked[0]?.headers).toMatchObject({ 'add-padding': 'true' })
  expect(JSON.stringify(asked)).not.toContain(hashOf(leaked).slice(5))
})

test('a row with a count of 0 is not a leak', async () => {
  const { url } = await serveRanges({ padding: [fresh] })
  expect(await createRangeList({ url, log: quiet }).has(fresh)).toBe(false)
})

test.for([
  ['does not answer', { hangs: true }],
  ['fails', { status: 503 }],
] as const)('a service that %s refuses nobody, and the log says so without the password', async ([, how]) => {
  const { url } = await serveRanges(how)
  const warn = vi.fn()
  expect(await createRangeList({ url, log: { warn }, timeoutMs: 50 }).has(leaked)).toBe(false)
  expect(warn).toHaveBeenCalledOnce()
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/otters|[\dA-F]{35}/u)
})

test('sign-up, first password, change, reset and its page refuse a leaked password in live mode', async () => {
  const { api } = await openApi()
  expect(await api.call('signup', { email, password: leaked }, live)).toMatchObject(REFUSED)
  const { data } = await api.call('signup', { email, password: fresh }, live)
  const how = { ...live, token: data.tokens.accessToken }
  expect(await api.call('updateMemberAuth', { oldPassword: fresh, newPassword: leaked }, how)).toMatchObject(REFUSED)

  await api.call('sendResetPasswordEmail', { email }, live)
  const link = await api.linkTo(email)
  const { status, html } = await api.submit(link, { newPassword: leaked })
  expect([status, html]).toEqual([400, expect.stringContaining('data breach')])
  const token = new URL(link, 'http://localhost').searchParams.get('token') ?? ''
  expect(await api.call('resetPassword', { token, newPassword: leaked }, live)).toMatchObject(REFUSED)
  expect((await api.call('resetPassword', { token, newPassword: 'another horse' }, live)).status).toBe(200)

  const member = await api.store.members.findByEmail('app_demo', 'live', email)
  await api.store.members.update(member?.id ?? '', { passwordHash: null })
  await api.call('sendPasswordlessLoginEmail', { email }, live)
  const passwordlessToken = /^\d{6}$/mu.exec((await api.mailTo(email))?.text ?? '')?.[0] ?? ''
  const login = await api.call('passwordlessLogin', { email, passwordlessToken }, live)
  const anew = { ...live, token: login.data.tokens.accessToken }
  expect(await api.call('setPassword', { password: leaked }, anew)).toMatchObject(REFUSED)
})

test('a login with a leaked password works and advises a change; a wrong one is not looked up', async () => {
  const { api, asked } = await openApi()
  await api.call('signup', { email, password: fresh }, live)
  const member = await api.store.members.findByEmail('app_demo', 'live', email)
  const login = () => api.call('login', { email, password: leaked }, live)
  asked.length = 0
  expect((await login()).status).toBe(401)
  expect(asked).toEqual([])
  await api.store.members.update(member?.id ?? '', { passwordHash: await api.services.hasher.hash(leaked) })
  const { status, body } = await login()
  expect([status, body]).toEqual([200, expect.objectContaining({ notice: 'password-breached' })])
  expect(body.message).toContain('please change it')
})

test('Test Mode asks no one', async () => {
  const { url, asked } = await serveRanges()
  const api = await startTestApi({ services: { breachedPasswords: createRangeList({ url, log: quiet }) } })
  onTestFinished(() => api.close())
  expect((await api.call('signup', { email, password: leaked })).status).toBe(200)
  expect((await api.call('login', { email, password: leaked })).body).not.toHaveProperty('notice')
  expect(asked).toEqual([])
})
