import { describe, expect, it } from 'vitest'
import type { DefinitionChange, ErrorBody } from '../../../contract/errors'
import { createClient } from '../../../console/data/client'
import type { ClientDeps } from '../../../console/data/client'
import { Failure } from '../../../console/lib/failure'

interface Sent {
  url: string
  method: string | undefined
  headers: Headers
  body: unknown
}

/** A client whose server gives these answers, one after the other. */
function open(answers: readonly (Response | Error)[], deps: Partial<ClientDeps> = {}) {
  const sent: Sent[] = []
  const rest = [...answers]
  const client = createClient({
    isOnline: () => true,
    token: () => 'token-1',
    isUsed: () => true,
    confirmPassword: () => Promise.resolve(false),
    onLoggedOut: () => undefined,
    fetch(url, { method, headers, body }) {
      sent.push({ url, method, headers: new Headers(headers), body: body ? JSON.parse(String(body)) : undefined })
      const answer = rest.shift()
      return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer ?? new Error('No answer left.'))
    },
    ...deps,
  })
  return { client, sent }
}

const scope = { appId: 'app_a', mode: 'test' } as const
const refusal = (status: number, code: string, headers?: HeadersInit) =>
  Response.json({ code, message: `Sentence of ${code}.` }, { status, headers: headers ?? {} })
const stepUp = () => refusal(403, 'step-up-required')

describe('calls of the console', () => {
  it('name app, mode and token; paths are filled, the rest of a GET is its query', async () => {
    const { client, sent } = open([Response.json({ data: {} }), Response.json({ data: [] })])
    await client.call('retrieveMember', { member: 'a/b' }, { scope })
    await client.call('listMembers', { first: '5' }, { scope })
    expect(sent.map(({ url, method }) => `${method} ${url}`)).toEqual([
      'GET /admin/members/a%2Fb',
      'GET /admin/members?first=5',
    ])
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      'console-app': 'app_a',
      'console-mode': 'test',
      'console-token': 'token-1',
    })
  })

  it('say when no one uses the page', async () => {
    const { client, sent } = open([Response.json({ data: [] })], { isUsed: () => false })
    await client.call('listMembers', {}, { scope })
    expect(sent[0]?.headers.get('console-idle')).toBe('1')
  })

  it('of the server name no app', async () => {
    const { client, sent } = open([Response.json({ data: [] })])
    await client.call('listMyApps', {}, { scope })
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ 'console-token': 'token-1' })
  })

  it('send JSON, and the version a change is based on', async () => {
    const { client, sent } = open([Response.json({ data: {} })])
    await client.call('changeStaffRole', { staffId: 'stf_1', role: 'admin' }, { scope, ifMatch: '7' })
    expect(sent[0]).toMatchObject({ url: '/admin/staff/stf_1', method: 'PATCH', body: { role: 'admin' } })
    expect(sent[0]?.headers.get('If-Match')).toBe('7')
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/json')
  })

  it('understand the text OK', async () => {
    const { client } = open([new Response('OK')])
    expect(await client.call('addPlanToMember', { member: 'mem_1', planId: 'pln_a' }, { scope })).toEqual({ data: {} })
  })
})

describe('step-up', () => {
  const change = { staffId: 'stf_1', role: 'admin' } as const

  it('asks for the password and repeats the call once', async () => {
    const asked: string[] = []
    const { client, sent } = open([stepUp(), Response.json({ data: { id: 'stf_1' } })], {
      confirmPassword: () => Promise.resolve(asked.push('password') > 0),
    })
    expect(await client.call('changeStaffRole', change, { scope })).toEqual({ data: { id: 'stf_1' } })
    expect(asked).toHaveLength(1)
    expect(sent[1]).toEqual(sent[0])
  })

  it('that is canceled fails with the server’s sentence and repeats nothing', async () => {
    const { client, sent } = open([stepUp()])
    await expect(client.call('changeStaffRole', change, { scope })).rejects.toMatchObject({ code: 'step-up-required' })
    expect(sent).toHaveLength(1)
  })

  it('is asked for once only', async () => {
    const { client, sent } = open([stepUp(), stepUp()], { confirmPassword: () => Promise.resolve(true) })
    await expect(client.call('changeStaffRole', change, { scope })).rejects.toMatchObject({ code: 'step-up-required' })
    expect(sent).toHaveLength(2)
  })
})

describe('failures', () => {
  it('have the sentence, the request ID and the wait of the server', async () => {
    const { client } = open([refusal(429, 'too-many-requests', { 'X-Request-Id': 'req_1', 'Retry-After': '7' })])
    await expect(client.call('listStaff', {}, { scope })).rejects.toMatchObject({
      code: 'too-many-requests',
      message: 'Sentence of too-many-requests.',
      requestId: 'req_1',
      retryAfterSeconds: 7,
    })
  })

  it('of a proxy that answers with a page are sentences too', async () => {
    const { client } = open([new Response('<h1>Bad gateway</h1>', { status: 502 })])
    await expect(client.call('listStaff', {}, { scope })).rejects.toMatchObject({
      status: 502,
      message: 'Something went wrong. Please try again.',
    })
  })

  it.each([
    [new TypeError('Failed to fetch'), true, 'network-error', /could not be reached/u],
    [new TypeError('Failed to fetch'), false, 'network-error', /offline/u],
    [new DOMException('late', 'TimeoutError'), true, 'request-timeout', /in time/u],
  ])('without an answer say why (%s, online: %s)', async (error, isOnline, code, message) => {
    const { client } = open([error], { isOnline: () => isOnline })
    const failure = await client.call('listStaff', {}, { scope }).catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ code, status: 0, message: expect.stringMatching(message) })
  })

  it('of an ended session lead to the login; a wrong login does not', async () => {
    let left = 0
    const ended = open([refusal(401, 'console-login-required')], { onLoggedOut: () => (left += 1) })
    await expect(ended.client.call('listStaff', {}, { scope })).rejects.toMatchObject({ status: 401 })
    expect(left).toBe(1)
    const early = open([refusal(401, 'console-login-required')], { token: () => null, onLoggedOut: () => (left += 1) })
    await expect(early.client.send('GET', '/console/session')).rejects.toMatchObject({ status: 401 })
    expect(left).toBe(1)
  })

  it('of a late save say who changed what', async () => {
    const at = '2026-11-23T10:00:00.000Z'
    const changes: DefinitionChange[] = [
      { version: 7, author: 'Ana Lima', parts: ['plans'], at },
      { version: 6, author: null, parts: ['texts'], at: '2026-11-22T10:00:00.000Z' },
    ]
    const body = { code: 'definition-changed', message: 'Changed.', changes } satisfies ErrorBody
    const { client } = open([Response.json(body, { status: 409 })])
    const failure = await client.call('listStaff', {}, { scope }).catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ isConflict: true, change: { by: 'Ana Lima', parts: ['plans'], at } })
  })
})
