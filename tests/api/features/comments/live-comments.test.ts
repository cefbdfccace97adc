import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIVE_STREAM_RETRY_SECONDS, LIVE_STREAMS_PER_ADDRESS_MAX } from '../../../../contract/limits'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

const path = (query: Record<string, string> = {}) =>
  `/comments/live?${new URLSearchParams({ appId: 'app_demo', key: 'pk_sb_demo', channelKey: 'guestbook', ...query })}`

/** Reads events as a browser does. */
async function listen(address = path(), from?: string) {
  const answer = await api.request(address, { headers: { origin: 'http://localhost:4002' } }, from)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string | null> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
    const [first = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    return first
  }
  return { answer, next, leave: () => reader.cancel() }
}

const signUp = async (name: string): Promise<string> =>
  (await api.call('signup', { email: `${name}@example.com`, password: 'correct horse' })).data.tokens.accessToken

const write = (token: string, channelKey: string) =>
  api.call('createPost', { channelKey, content: 'Hello' }, { token, key: 'pk_sb_demo' })

describe('who listens to a channel', () => {
  test('gets its version and every change of it, and nothing of other channels', async () => {
    const token = await signUp('live')
    const { answer, next, leave } = await listen()
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:4002')
    expect(await next()).toBe('event: change\ndata: 0')
    await write(token, 'another')
    await write(token, 'guestbook')
    expect(await next()).toBe('event: change\ndata: 1')
    await write(token, 'guestbook')
    expect(await next()).toBe('event: change\ndata: 2')
    await leave()
  })

  test.each<[Record<string, string>, string]>([
    [{ appId: 'app_none' }, 'app-not-found'],
    [{ key: 'pk_sb_none' }, 'invalid-public-key'],
    [{ key: 'pk_demo' }, 'domain-not-permitted'],
    [{ channelKey: '' }, 'invalid-field-value'],
    [{ appId: 'app_trusttag', key: 'pk_sb_trusttag' }, 'comments-not-offered'],
  ])('is refused with %j: %s', async (query, code) => {
    const origin = 'https://elsewhere.example'
    const answer = await api.request(path({ ...(query.appId === 'app_none' && { key: '' }), ...query }), {
      headers: { origin },
    })
    expect(await answer.json()).toMatchObject({ code })
  })

  test('connects while another address uses all its streams, on channels without comments', async () => {
    const flood = await Promise.all(
      Array.from({ length: LIVE_STREAMS_PER_ADDRESS_MAX }, (_, at) =>
        listen(path({ channelKey: `z${at}` }), '192.0.2.9'),
      ),
    )
    expect(flood.map(({ answer }) => answer.status)).toEqual(flood.map(() => 200))
    const refused = await api.request(path(), {}, '192.0.2.9')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(LIVE_STREAM_RETRY_SECONDS)])
    expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
    const honest = await listen(path(), '192.0.2.10')
    expect(await honest.next()).toMatch(/^event: change/u)
    await Promise.all([honest.leave(), ...flood.map(({ leave }) => leave())])
    const again = await listen(path(), '192.0.2.9')
    expect(await again.next()).toMatch(/^event: change/u)
    await again.leave()
  })

  test('asks by HEAD without holding a stream', async () => {
    for (let count = 0; count <= LIVE_STREAMS_PER_ADDRESS_MAX; count += 1)
      expect((await api.request(path(), { method: 'HEAD' }, '192.0.2.11')).status).toBe(200)
    const stream = await listen(path(), '192.0.2.11')
    expect(stream.answer.status).toBe(200)
    await stream.leave()
  })

  test('is let go when the server stops', async () => {
    const other = await startTestApi()
    const answer = await other.request(path(), {})
    const reader = answer.body!.getReader()
    await reader.read()
    other.services.channelWatch.stop()
    expect((await reader.read()).done).toBe(true)
    await other.close()
  })
})
