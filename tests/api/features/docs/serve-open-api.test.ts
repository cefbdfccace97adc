import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../../../package.json'
import type { OpenApiDocument } from '../../../../api/features/docs/open-api'
import { ADMIN_PATH, adminEndpoints } from '../../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../../contract/admin/endpoints'
import { endpoints } from '../../../../contract/endpoints'
import type { EndpointName } from '../../../../contract/endpoints'
import type { Call } from '../../../../contract/schemas'
import { aSecretKey, callAdmin } from '../../../support/admin-calls'
import { openSchemas } from '../../../support/open-api-schemas'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const PATH = '/openapi.json'
let api: TestApi
let schemas: ReturnType<typeof openSchemas>
let token: string
let key: string

beforeAll(async () => {
  api = await startTestApi({ development: false })
  const document: OpenApiDocument = JSON.parse(await (await api.request(PATH)).text())
  schemas = openSchemas(document)
  const ada = { email: 'ada@example.com', password: 'correct horse', customFields: { 'first-name': 'Ada' } }
  token = (await api.call('signup', ada)).data.tokens.accessToken
  key = await aSecretKey(api)
})
afterAll(() => api.close())

describe('/openapi.json', () => {
  it('is public: any page may read it, without credentials', async () => {
    const response = await api.request(PATH, { headers: { origin: 'https://tools.example' } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
    })
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(await response.json()).toMatchObject({
      openapi: '3.1.1',
      info: { version },
      servers: [{ url: api.services.urls.api }],
    })
  })

  it('travels packed, and not at all to who has it', async () => {
    const response = await api.request(PATH, { headers: { 'accept-encoding': 'gzip' } })
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    expect(text).toBe(await (await api.request(PATH)).text())
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await api.request(PATH, { headers })).status).toBe(304)
  })

  it('answers HEAD, and no other method', async () => {
    expect((await api.request(PATH, { method: 'HEAD' })).status).toBe(200)
    expect((await api.request(PATH, { method: 'POST' })).status).toBe(405)
  })
})

const templateOf = (path: string) => path.replaceAll(/:(\w+)/gu, '{$1}')

/** Differences between the description and a real call with its response. */
async function found<K extends EndpointName>(name: K, input: Call<K>): Promise<string[]> {
  const { method, path } = endpoints[name]
  const { body, status } = await api.call(name, input, { token })
  expect([status, body]).toEqual([200, expect.anything()])
  const sent = Object.fromEntries(Object.entries(input).filter(([field]) => !path.includes(`:${field}`)))
  const place = templateOf(path)
  const wrongInput =
    method === 'GET'
      ? schemas.operation(place, method).parameters.flatMap((parameter) => {
          const value: unknown = Reflect.get(input, parameter.name)
          if (value === undefined) return parameter.required ? [`${parameter.name} is missing`] : []
          return schemas.complaints(parameter.schema, value)
        })
      : schemas.complaints(schemas.bodySchema(place, method), sent)
  return [...wrongInput, ...schemas.complaints(schemas.answerSchema(place, method), body)]
}

describe('what is described', () => {
  it('matches actual requests and responses', async () => {
    expect(await found('getApp', {})).toEqual([])
    expect(await found('getPlan', { planId: 'pln_free' })).toEqual([])
    expect(await found('getAppAndMember', { data: { trackPageView: true } })).toEqual([])
    expect(await found('getMember', {})).toEqual([])
    expect(await found('updateMember', { customFields: { 'first-name': 'Ada L.' } })).toEqual([])
    expect(await found('addPlan', { planId: 'pln_free' })).toEqual([])
    expect(await found('updateMemberJson', { json: { seen: [1, { two: null }] } })).toEqual([])
    expect(await found('sendResetPasswordEmail', { email: 'ada@example.com' })).toEqual([])
    expect(await found('getCaptchaChallenge', {})).toEqual([])
    expect(await found('trackPageView', {})).toEqual([])
    expect(await found('createPost', { channelKey: 'news', content: '<p>Hello <b>all</b></p>' })).toEqual([])
    expect(await found('getPosts', { channelKey: 'news', limit: '5' })).toEqual([])
    expect(await found('getChannelInfo', { channelKey: 'news' })).toEqual([])
    expect(await found('getDataTables', {})).toEqual([])
    expect(await found('createDataRecord', { table: 'notes', data: { title: 'One', stars: 5 } })).toEqual([])
    expect(
      await found('queryDataRecords', { table: 'notes', query: { findMany: { where: { stars: { gt: 1 } } } } }),
    ).toEqual([])
    expect(await found('logout', {})).toEqual([])
    // Last: it ends the session whose token came with it.
    expect(await found('login', { email: 'ada@example.com', password: 'correct horse' })).toEqual([])
  })

  it('is what the admin API answers', async () => {
    const answered = async (name: AdminEndpointName, input: Record<string, unknown> = {}) => {
      const { status, body } = await callAdmin(api, key, name, input)
      expect([name, status]).toEqual([name, 200])
      const { method, path } = adminEndpoints[name]
      return schemas.complaints(schemas.answerSchema(ADMIN_PATH + templateOf(path), method), body)
    }
    expect(await answered('listMembers')).toEqual([])
    expect(await answered('retrieveMember', { member: 'ada@example.com' })).toEqual([])
    expect(await answered('listPlans')).toEqual([])
    expect(await answered('listDataTables')).toEqual([])
    expect(await answered('listWebhookEndpoints')).toEqual([])
    expect(await answered('listAuditLog')).toEqual([])
  })

  it('is how errors look', async () => {
    for (const [path, init] of [
      ['/member', { method: 'POST', headers: { 'x-app-id': 'app_demo' } }],
      ['/app', { headers: { 'x-app-id': 'app_nobody' } }],
      ['/admin/members', { headers: { 'x-api-key': 'sk_wrong' } }],
      ['/nowhere', {}],
    ] satisfies [string, RequestInit][]) {
      const response = await api.request(path, init)
      expect(response.ok).toBe(false)
      expect(schemas.complaints({ $ref: '#/components/schemas/Error' }, await response.json()), path).toEqual([])
    }
  })

  it('would show a wrong answer: the schemas refuse what is not so', async () => {
    const member = schemas.answerSchema('/member', 'GET')
    expect(schemas.complaints(member, { data: { id: 1 } })).not.toEqual([])
    expect(schemas.complaints(member, {})).not.toEqual([])
    expect(schemas.complaints({ $ref: '#/components/schemas/Error' }, { code: 'nonsense', message: '' })).not.toEqual(
      [],
    )
  })
})
