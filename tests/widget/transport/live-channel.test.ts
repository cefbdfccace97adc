// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { liveChannels } from '../../../widget/transport/live-channel'

test('a stream has app, key and channel in its URL; before the key is known, the app ID is used', () => {
  const opened: string[] = []
  function Source(address: string): void {
    opened.push(address)
  }
  let publicKey: string | null = null
  const stub = Object.assign(Object.create(window), { EventSource: Source })
  const open = liveChannels({ window: stub, apiUrl: 'https://api.test', appId: 'app_a', publicKey: () => publicKey })
  open('guest book')
  publicKey = 'pk_sb_a'
  open('a&b')
  expect(opened).toEqual([
    'https://api.test/comments/live?appId=app_a&key=app_a&channelKey=guest+book',
    'https://api.test/comments/live?appId=app_a&key=pk_sb_a&channelKey=a%26b',
  ])
})
