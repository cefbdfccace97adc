import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

const path = (query: Record<string, string> = {}) =>
  `/comments/live?${new URLSearchParams({ appId: 'app_demo', key: 'pk_sb_demo', channelKey: 'guestbook', ...query })}`

/** Reads events as a browser does. */
async function listen(address = path()) {
  const answer = await api.request(address, { headers: { origin: 'http://localhost:4002' } })
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
  test('is told its version, and every change of it, and nothing of other channels', async () => {
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
