import { afterEach, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors'
import { ApiError } from '../../../api/lib/errors'
import type { Handlers } from '../../../api/features/members/context'
import { withStoredApps } from '../../support/stored-apps'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi
afterEach(() => api.close())

const secret = 'correct horse battery'
const credentials = { email: 'ann@example.com', password: secret }
async function failing(error: unknown): Promise<void> {
  const rejecting = vi.fn<Handlers['login']>().mockRejectedValue(error)
  api = await startTestApi({ handlers: { login: rejecting } })
}
const login = () => api.call('login', credentials, { token: 'session-token-1' })

describe('an unexpected error', () => {
  it('is sent as one sentence, and logged with its cause under an ID that the caller gets', async () => {
    await failing(new TypeError('undefined is no function', { cause: new Error('deeper') }))
    const { status, body, headers } = await login()
    expect([status, body]).toEqual([500, { code: 'unknown-error', message: errors['unknown-error'].message }])
    const line = api.logLines.find((one) => one.includes('request failed')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      requestId: headers.get('x-request-id'),
      error: { name: 'TypeError', message: 'undefined is no function', cause: { message: 'deeper' } },
    })
  })

  it('is logged without its other properties', async () => {
    await failing(
      Object.assign(new Error('failed'), { parameters: [secret], request: { authorization: 'session-token-1' } }),
    )
    await login()
    expect(api.logLines.join('')).toContain('request failed')
    expect(api.logLines.join('')).not.toMatch(/correct horse|session-token-1|ann@example/u)
  })

  it.each(['a string', null, undefined, { code: 'x' }])('need not be an Error: %j', async (thrown) => {
    await failing(thrown)
    expect((await login()).body.code).toBe('unknown-error')
  })
})

describe('an error for the caller', () => {
  it('is sent as in the table of errors', async () => {
    await failing(new ApiError('plan-not-free'))
    const { status, body, headers } = await login()
    expect([status, body]).toEqual([400, { code: 'plan-not-free', message: errors['plan-not-free'].message }])
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/u)
    expect(api.logLines.join('')).not.toContain('request failed')
  })

  it('contains the time to retry, in whole seconds', async () => {
    await failing(new ApiError('too-many-requests', { retryAfterSeconds: 2.3 }))
    const { status, body, headers } = await login()
    expect([status, headers.get('retry-after')]).toEqual([429, '3'])
    expect(body.retryAfterSeconds).toBe(3)
  })
})

describe('a database that cannot answer', () => {
  it('is service-unavailable', async () => {
    api = await startTestApi()
    const { store, services } = api
    services.store = withStoredApps(store, () => {
      throw new ApiError('service-unavailable')
    })
    expect(await api.call('getApp', {})).toMatchObject({ status: 503, body: { code: 'service-unavailable' } })
  })
})

describe('the request log', () => {
  it('has method, path, status and time, and nothing that was sent', async () => {
    api = await startTestApi()
    await api.request('/app?includeSSOText=private-words', { headers: { 'x-app-id': 'app_demo' } })
    await login()
    const lines = api.logLines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/app', status: 200, ms: expect.any(Number) })
    expect(lines[1]).toMatchObject({ method: 'POST', path: '/auth/login', status: 401 })
    expect(api.logLines.join('')).not.toMatch(/private-words|correct horse|session-token-1|ann@example|192\.0\.2/u)
  })
})
