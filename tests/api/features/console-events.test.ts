import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_PATH } from '../../../contract/admin/endpoints'
import { consoleEvents } from '../../../contract/admin/events'
import { EVENT_STREAMS_MAX } from '../../../contract/limits'
import { aSecretKey } from '../../support/admin-calls'
import { consoleHeaders, openConsole } from '../../support/console-people'
import type { ConsoleBrowser, Headed, TestConsole } from '../../support/console-people'

let shop: TestConsole
let owner: ConsoleBrowser
const open = new Set<ReadableStreamDefaultReader<string>>()
beforeEach(async () => {
  shop = await openConsole()
  owner = await shop.owner()
})
afterEach(async () => {
  for (const reader of open) await reader.cancel().catch(() => {})
  open.clear()
  await shop.close()
})

const request = (browser: ConsoleBrowser | null, headers: Headed = {}) =>
  shop.request(ADMIN_PATH + consoleEvents.path, { headers: consoleHeaders(browser, headers) })

async function listen(browser: ConsoleBrowser, headers: Headed = {}) {
  const response = await request(browser, headers)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  open.add(reader)
  let text = ''
  /** Reads until the text matches. */
  const until = async (wanted: RegExp) => {
    while (!wanted.test(text)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended: ${text}`)
      text += value
    }
    return text
  }
  // After the first read, which later ones are compared with.
  await until(/event: alive/u)
  return { until, close: () => reader.cancel() }
}

const refusal = async (browser: ConsoleBrowser | null, headers: Headed = {}) => {
  const response = await request(browser, headers)
  const { code }: { code: string } = await response.json()
  return `${response.status} ${code}`
}

const addMember = (email: string) => shop.ask('createMember', { email }, owner)

describe('the stream of an app', () => {
  it('names new members and actions, by ID only', async () => {
    const { until } = await listen(owner)
    const { data } = await addMember('ada@example.test')
    // The kinds are read one after the other, so either can be first.
    await until(/event: member\ndata: .*\n/u)
    const text = await until(/event: action\ndata: .*\n/u)
    expect(text).toContain(`event: member\ndata: {"id":"${data.id}"}`)
    expect(text).not.toContain('ada@')
    expect(text).toMatch(/event: action\ndata: \{"id":"aud_\w+"\}/u)
  })

  it('names a job when it starts and when it resumes', async () => {
    const { data } = await addMember('ada@example.test')
    const { until } = await listen(owner)
    const job = { action: { kind: 'verify' }, selection: { ids: [data.id], count: 1 } }
    const { data: added } = await shop.ask('addJob', job, owner)
    await until(new RegExp(`event: job\ndata: ..id":"${added.id}"`, 'u'))
    await shop.ask('cancelJob', { jobId: added.id }, owner)
    await until(new RegExp(`(event: job\ndata: ..id":"${added.id}"[^]*){2}`, 'u'))
  })

  it('is of one mode, and of what the role may know', async () => {
    const support = await shop.join(owner, 'support@example.test', 'support')
    const [live, ofSupport] = [await listen(owner, { 'console-mode': 'live' }), await listen(support)]
    const { data: test } = await addMember('ada@example.test')
    const inLive = await shop.ask('createMember', { email: 'bob@example.test' }, owner, { 'console-mode': 'live' })
    expect(await live.until(/event: action/u)).not.toContain(test.id)
    expect(await live.until(/event: member/u)).toContain(inLive.data.id)
    const { data: next } = await addMember('eve@example.test')
    const heard = await ofSupport.until(new RegExp(next.id, 'u'))
    expect(heard).not.toContain('event: action')
  })

  it('is one of three at most per person; another one may open when one closes', async () => {
    const streams = []
    for (let count = 0; count < EVENT_STREAMS_MAX; count += 1) streams.push(await listen(owner))
    expect(await refusal(owner)).toBe('429 too-many-requests')
    const other = await shop.join(owner, 'other@example.test', 'admin')
    await listen(other)
    await streams[0]?.close()
    await listen(owner)
  })

  it('ends when the server stops', async () => {
    const { until } = await listen(owner)
    shop.services.consoleEvents.stop()
    await expect(until(/event: member/u)).rejects.toThrow('The stream ended')
  })
})

describe('a stream is refused', () => {
  it('to anyone but a person of the app, on the console’s page', async () => {
    const stranger = await shop.join(owner, 'stranger@example.test', 'owner', 'app_trusttag')
    expect(await refusal(null)).toBe('401 console-login-required')
    expect(await refusal(owner, { 'console-token': null })).toBe('403 access-denied')
    expect(await refusal(owner, { 'sec-fetch-site': 'cross-site' })).toBe('403 access-denied')
    expect(await refusal(owner, { 'console-app': null })).toBe('400 required-field-missing')
    expect(await refusal(stranger)).toBe('403 right-missing')
    const key = await aSecretKey(shop)
    expect(await refusal(null, { 'x-api-key': key })).toBe('403 console-only')
    expect(await refusal(owner, { 'x-api-key': key })).toBe('400 two-credentials')
  })
})
