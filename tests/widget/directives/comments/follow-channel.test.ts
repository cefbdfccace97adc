// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChannel } from '../../../../widget/directives/comments/channel'
import { fakeClient } from '../../../support/fake-client'

/** A stream: it is open, reopens, or was refused. */
class Stream extends EventTarget {
  readyState = 1
  close(): void {
    this.readyState = 2
  }
}

let streams: Stream[]
let state: number
let looks: number
let named: (number | undefined)[]
let end: () => void

const live = () => {
  const stream = new Stream()
  stream.readyState = state
  streams.push(stream)
  return stream
}
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
const follow = (withStream = true) =>
  followChannel(
    { client: fakeClient(), document, window, ...(withStream && { live }) },
    () => 'book',
    (version) => {
      looks += 1
      named.push(version)
    },
  )

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  state = 1
  looks = 0
  named = []
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('an open stream is all that is listened to', () => {
  end = follow()
  streams[0]?.dispatchEvent(new MessageEvent('change', { data: '2' }))
  vi.advanceTimersByTime(60_000)
  expect([named, streams.length]).toEqual([[undefined, 2], 1])
})

test('without one the channel is looked at every ten seconds, and the stream is tried again after a minute', () => {
  state = 2
  end = follow()
  vi.advanceTimersByTime(50_000)
  expect([looks, streams.length]).toEqual([6, 1])
  vi.advanceTimersByTime(10_000)
  expect([looks, streams.length]).toEqual([7, 2])
})

test('a stream that the browser opens again by itself is not opened twice', () => {
  state = 0
  end = follow()
  vi.advanceTimersByTime(120_000)
  expect(streams).toHaveLength(1)
})

test('nothing runs in a hidden tab, and who returns sees what is new', () => {
  end = follow()
  hide(true)
  vi.advanceTimersByTime(60_000)
  expect([looks, streams[0]?.readyState]).toEqual([1, 2])
  hide(false)
  expect([looks, streams.length]).toEqual([2, 2])
})

test('a browser without streams, or a page that forbids them, is no failure', () => {
  end = follow(false)
  vi.advanceTimersByTime(10_000)
  expect(looks).toBe(2)
})

test('nothing is requested after the end', () => {
  end = follow()
  end()
  hide(false)
  vi.advanceTimersByTime(60_000)
  expect([looks, streams[0]?.readyState]).toEqual([1, 2])
})
