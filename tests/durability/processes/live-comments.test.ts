import { describe, expect, test } from 'vitest'
import { callProcess } from '../../support/call-process'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startProcesses } from '../../support/start-processes'

const channelKey = 'guestbook'
const live = `/comments/live?${new URLSearchParams({ appId: 'app_demo', key: 'pk_sb_demo', channelKey })}`

/** Reads events as a browser does. */
async function listen(url: string) {
  const answer = await fetch(url + live, { headers: { origin: 'http://localhost:4002' } })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    next: async (): Promise<string> => {
      while (!text.includes('\n\n')) text += (await reader.read()).value ?? ''
      const [first = '', ...rest] = text.split('\n\n')
      text = rest.join('\n\n')
      return first
    },
    leave: () => reader.cancel(),
  }
}

describe.runIf(hasPostgres)('a viewer of a channel at one process', () => {
  test('is notified of new comments and typing at the other', async () => {
    const { one, other } = await startProcesses()
    const { data } = await callProcess(other, 'signup', { email: 'ann@example.com', password: 'seven quiet otters' })
    const how = { token: data.tokens.accessToken }
    const stream = await listen(one.url)
    expect(await stream.next()).toBe('event: change\ndata: 0')
    await callProcess(other, 'createPost', { channelKey, content: 'Hello' }, how)
    expect(await stream.next()).toBe('event: change\ndata: 1')
    expect((await callProcess(one, 'getPosts', { channelKey })).data.posts).toHaveLength(1)
    await callProcess(other, 'postIsTyping', { channelKey }, how)
    expect(await stream.next()).toBe('event: change\ndata: 2')
    await stream.leave()
  })
})
