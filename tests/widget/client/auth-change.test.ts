import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Member } from '../../../widget/public'
import { createAuthChange } from '../../../widget/client/create-client'
import { announceAuthChange } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { expectConsole } from '../../setup/console-watch'

const authChange = createAuthChange()
const subscriptions: { unsubscribe(): void }[] = []
const subscribe = (callback: (member: Member | null) => void) => {
  const subscription = authChange.onAuthChange(callback)
  subscriptions.push(subscription)
  return subscription
}
afterAll(() => authChange.stop())
afterEach(() => subscriptions.splice(0).forEach((one) => one.unsubscribe()))

test('a callback is not called for subscribing', () => {
  announceAuthChange(aMember())
  const callback = vi.fn()
  subscribe(callback)
  expect(callback).not.toHaveBeenCalled()
})

test('a callback is given the member, or null', () => {
  const callback = vi.fn()
  subscribe(callback)
  announceAuthChange(aMember())
  announceAuthChange(null)
  expect(callback.mock.calls).toEqual([[aMember()], [null]])
})

test('pages that take the member apart find it too, and do not see it among its fields', () => {
  const seen: unknown[] = []
  subscribe((member) => seen.push(member && 'member' in member && member.member, member && Object.keys(member)))
  announceAuthChange(aMember())
  expect(seen).toEqual([aMember(), Object.keys(aMember())])
})

test('a callback that throws is reported and stops no other', () => {
  expectConsole('error', /onAuthChange failed.*broken page/s)
  const callback = vi.fn()
  subscribe(() => {
    throw new Error('broken page')
  })
  subscribe(callback)
  announceAuthChange(null)
  expect(callback).toHaveBeenCalledOnce()
})

test('one function subscribed twice is called twice, and each subscription ends on its own', () => {
  const callback = vi.fn()
  const first = subscribe(callback)
  subscribe(callback)
  first.unsubscribe()
  announceAuthChange(null)
  expect(callback).toHaveBeenCalledOnce()
})

test('no callback runs after the end', () => {
  const other = createAuthChange()
  const callback = vi.fn()
  other.onAuthChange(callback)
  other.stop()
  announceAuthChange(null)
  expect(callback).not.toHaveBeenCalled()
})
