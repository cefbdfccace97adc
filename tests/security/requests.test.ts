import { afterAll, beforeAll, expect, test } from 'vitest'
import { SESSION_LIFETIME_DAYS } from '../../contract/limits'
import { startTestApi } from '../support/start-api'
import type { TestApi } from '../support/start-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ann = { email: 'ann@example.com', password: 'correct horse' }
const DAY_MS = 24 * 60 * 60 * 1000

test('a repeated parameter is read once, and only from its own place', async () => {
  await api.call('signup', ann)
  const headers = { 'x-app-id': 'app_demo', 'content-type': 'application/json' }
  const post = (path: string, body: unknown) =>
    api.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const login = '/auth/login'
  expect((await post(login, ann)).status).toBe(200)
  const query = `email=${ann.email}&password=correct%20horse`
  expect((await post(`${login}?${query}`, {})).status).toBe(400)
  expect((await post(`${login}?email=eve%40example.com`, ann)).status).toBe(200)
  expect((await post(login, { ...ann, email: [ann.email, 'eve@example.com'] })).status).toBe(400)

  const once = await api.request('/app?appId=app_trusttag&appId=app_demo', { headers })
  expect(await once.json()).toMatchObject({ data: { id: 'app_demo' } })
})

test('no URL creates a second line in the log', async () => {
  const before = api.logLines.length
  await api.request('/nowhere%0A%7B%22level%22%3A30%2C%22msg%22%3A%22forged%22%7D%0D%0A', {
    headers: { 'user-agent': 'x', 'referring-path': '/a%0Aforged', 'x-request-id': 'forged {"a":1}' },
  })
  const lines = api.logLines.slice(before)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line.trimEnd().split(/[\n\r\u2028\u2029]/u)).toHaveLength(1)
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  }
})

test('a session expires, used or not', async () => {
  const used = (await api.call('login', ann)).data.tokens.accessToken
  const unused = (await api.call('login', ann)).data.tokens.accessToken
  for (let day = 1; day < SESSION_LIFETIME_DAYS; day += 1) {
    api.clock.advance(DAY_MS)
    expect((await api.call('getMember', {}, { token: used })).data?.auth.email).toBe(ann.email)
  }
  api.clock.advance(DAY_MS)
  expect((await api.call('getMember', {}, { token: used })).data).toBeNull()
  expect((await api.call('getMember', {}, { token: unused })).data).toBeNull()
})
