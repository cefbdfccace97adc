// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOpener } from '../../../../../api/features/social/answer-page'

const parts = { answer: 'answer', told: 'told', alone: 'alone', close: 'close' }
const ORIGIN = 'https://site.example'
const close = vi.fn<() => void>()
const postMessage = vi.fn<(message: unknown, origin: string) => void>()
const isShown = (id: string) => document.getElementById(id)?.hidden === false

function open({ opener = {}, closes = false }: { opener?: object | null; closes?: boolean }): void {
  const answer = JSON.stringify({ state: 's', data: { tokens: { accessToken: 'secret' } } })
  const bearer = document.createElement('div')
  Object.assign(bearer, { id: 'answer' })
  Object.assign(bearer.dataset, { answer, origin: ORIGIN, ...(closes && { closes: '' }) })
  document.body.append(bearer)
  const own = { document, close, opener: opener && { closed: false, postMessage, ...opener } }
  answerOpener(Object.assign(Object.create(window), own), parts)
}

beforeEach(() => {
  vi.clearAllMocks()
  document.body.innerHTML =
    '<p id="told" hidden></p><p id="alone" hidden></p><button type="button" id="close" hidden>Close</button>'
})

describe('the end page of a window', () => {
  it('posts only to the origin of the result', () => {
    open({})
    expect(postMessage.mock.calls).toEqual([[{ state: 's', data: { tokens: { accessToken: 'secret' } } }, ORIGIN]])
    expect([isShown('told'), isShown('alone')]).toEqual([true, false])
  })

  it('leaves no token on the page', () => {
    open({})
    open({ opener: null })
    expect(document.documentElement.outerHTML).not.toContain('secret')
  })

  it('closes the window if there is nothing to read', () => {
    open({ closes: true })
    expect(postMessage).toHaveBeenCalledBefore(close)
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('closes when the person presses Close', () => {
    open({})
    expect([close.mock.calls.length, isShown('close')]).toEqual([0, true])
    document.getElementById('close')?.click()
    expect(close).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['there is none', null],
    ['it is closed', { closed: true }],
  ])('stays open with a message if its opener is gone (%s)', (_, opener) => {
    open({ opener, closes: true })
    expect([isShown('told'), isShown('alone'), isShown('close')]).toEqual([false, true, false])
    expect([postMessage.mock.calls.length, close.mock.calls.length]).toEqual([0, 0])
  })

  it('can be closed if there is no opener', () => {
    answerOpener(
      Object.assign(Object.create(window), { document, close, opener: { closed: false, postMessage } }),
      parts,
    )
    expect([postMessage.mock.calls.length, isShown('close')]).toEqual([0, true])
  })
})
