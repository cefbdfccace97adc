// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAPTCHA_LIFETIME_MINUTES } from '../../../contract/limits'
import { type CaptchaState, proofOfWork } from '../../../widget/captcha'
import { aChallenge } from '../../support/a-challenge'

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => {
  const client = { _getCaptchaChallenge: vi.fn(async () => ({ data: aChallenge(3) })) }
  const states: CaptchaState[] = []
  return { client, states, captcha: proofOfWork(client, (state) => states.push(state)) }
}

test('work that was begun early is not done twice', async () => {
  const { client, states, captcha } = open()
  captcha.prepare()
  captcha.prepare()
  expect(states).toEqual(['captcha_working'])
  expect(await captcha.obtain()).toBe(await captcha.obtain())
  expect(states).toEqual(['captcha_working', 'captcha_done'])
  expect(client._getCaptchaChallenge).toHaveBeenCalledOnce()
})

test('after a reset the work starts again, and the earlier result is ignored', async () => {
  const { client, states, captcha } = open()
  captcha.prepare()
  captcha.reset()
  await captcha.obtain()
  expect(states).toEqual(['captcha_working', 'captcha_label', 'captcha_working', 'captcha_done'])
  expect(client._getCaptchaChallenge).toHaveBeenCalledTimes(2)
})

test('a token that has waited for half the life of its puzzle is replaced', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { client, captcha } = open()
  await captcha.obtain()
  vi.setSystemTime(Date.now() + CAPTCHA_LIFETIME_MINUTES * 30_000 - 1)
  await captcha.obtain()
  expect(client._getCaptchaChallenge).toHaveBeenCalledOnce()
  vi.setSystemTime(Date.now() + 1)
  await captcha.obtain()
  expect(client._getCaptchaChallenge).toHaveBeenCalledTimes(2)
})

test('a server that cannot be reached is asked again at the next try, and preparing throws nothing', async () => {
  const { client, states, captcha } = open()
  client._getCaptchaChallenge.mockRejectedValue(new Error('no network'))
  captcha.prepare()
  await expect(captcha.obtain()).rejects.toThrow('no network')
  expect(states.at(-1)).toBe('captcha_label')
  client._getCaptchaChallenge.mockResolvedValue({ data: aChallenge(2) })
  await expect(captcha.obtain()).resolves.toMatch(/^[\w+/]+=*$/u)
})

test('on a page without web cryptography it says what is missing and asks no server', async () => {
  vi.stubGlobal('crypto', {})
  const { client, captcha } = open()
  await expect(captcha.obtain()).rejects.toThrow('over https')
  expect(client._getCaptchaChallenge).not.toHaveBeenCalled()
})
