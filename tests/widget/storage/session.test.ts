// @vitest-environment happy-dom
import Cookies from 'js-cookie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StorageSettings, startStorage } from '../../../widget/storage/session'
import {
  $authChange,
  $identity,
  $member,
  $visitSessionId,
  clearSession,
  currentToken,
  endSession,
  refreshMember,
  setMember,
  setVisitSessionId,
  startSession,
} from '../../../widget/stores/identity'
import { $app } from '../../../widget/stores/app'
import { aMember } from '../../support/a-member'
import { aFreePlan } from '../../support/a-plan-connection'
import { anApp } from '../../support/an-app'
import { eventually } from '../../support/eventually'

let stop = (): void => {}
const onUnknownMember = vi.fn()

function start(changes: Partial<StorageSettings> = {}): void {
  stop()
  stop = startStorage({
    window,
    apiUrl: 'https://api.example',
    config: {},
    keepVisit: true,
    onUnknownMember,
    later: (work) => work(),
    ...changes,
  }).stop
}

beforeEach(() => {
  localStorage.clear()
  Cookies.remove('_ms-mid')
  clearSession()
  setMember(undefined)
  setVisitSessionId(null)
  $authChange.set(null)
  onUnknownMember.mockClear()
})
afterEach(() => stop())

const stored = () => ['_ms-mid', '_ms-mem', 'ms_session_id'].map((key) => localStorage.getItem(key))
const login = () => startSession({ accessToken: 'token', expires: Date.now() + 1e9 }, aMember())

/** What the browser does in this tab after another tab wrote to storage. */
const otherTab = (changes: Record<string, string | null>) => {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  }
  for (const key of Object.keys(changes)) window.dispatchEvent(new StorageEvent('storage', { key }))
}
const memberJson = (id: string) => JSON.stringify(aMember({ id }))

test('a stored session is loaded, and its member is not taken for confirmed', () => {
  localStorage.setItem('_ms-mid', 'token')
  localStorage.setItem('_ms-mem', memberJson('mem_1'))
  localStorage.setItem('ms_session_id', '01HVISIT')
  start()
  expect([currentToken(), $identity.get().member?.id, $member.get()]).toEqual(['token', 'mem_1', undefined])
  expect($visitSessionId.get()).toBe('01HVISIT')
})

test('without a token the visitor is known at once, and a forgotten member is removed', () => {
  localStorage.setItem('_ms-mem', memberJson('mem_1'))
  start()
  expect([$member.get(), currentToken(), localStorage.getItem('_ms-mem')]).toEqual([null, undefined, null])
})

test('scripts find texts in the stored member, and fields without a value are missing', () => {
  start()
  const customFields = { name: 'Ada', gone: null, age: 36, news: true }
  startSession({ accessToken: 'token', expires: null }, aMember({ customFields }))
  const scriptsRead = JSON.parse(localStorage.getItem('_ms-mem') ?? '').customFields
  expect(scriptsRead).toEqual({ name: 'Ada', age: '36', news: true })
  expect($member.get()?.customFields).toEqual(customFields)
  start()
  expect($identity.get().member?.customFields).toEqual({ name: 'Ada', age: 36, news: true })
  expect($identity.get().member).not.toHaveProperty('_numbers')
})

test.each(['load', 'focus', 'keydown', 'visibilitychange', 'memberstack.ready'])(
  'a token that a script deleted is noticed at the next %s event',
  async (type) => {
    start()
    login()
    localStorage.removeItem('_ms-mid')
    window.dispatchEvent(new Event(type))
    await eventually(() => expect($member.get()).toBeNull())
    expect(localStorage.getItem('_ms-mem')).toBeNull()
  },
)

test('a token that a timer of the page deletes is noticed without an event; visitors and stopped pages have no timer', () => {
  vi.useFakeTimers()
  try {
    start()
    expect(vi.getTimerCount()).toBe(0)
    login()
    vi.advanceTimersByTime(5_000)
    expect($member.get()).not.toBeNull()
    localStorage.removeItem('_ms-mid')
    vi.advanceTimersByTime(1_000)
    expect($member.get()).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
    login()
    stop()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('in cookie mode no timer reads the cookie', () => {
  vi.useFakeTimers()
  try {
    start({ config: { useCookies: true } })
    login()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a script that deletes the token in a click logs out this tab, and the record of Memberstack 1.0 is gone', async () => {
  start()
  login()
  localStorage.setItem('memberstack', '{}')
  document.body.click()
  await eventually(() => expect($member.get()).not.toBeNull())
  localStorage.removeItem('_ms-mid')
  document.body.click()
  await eventually(() => expect($member.get()).toBeNull())
  expect([localStorage.getItem('_ms-mem'), localStorage.getItem('memberstack')]).toEqual([null, null])
})

test.each(['{"id":', '"text"', '[]', '{"id":7}', 'null'])('a broken member record %s is ignored', (broken) => {
  localStorage.setItem('_ms-mid', 'token')
  localStorage.setItem('_ms-mem', broken)
  start()
  expect($identity.get()).toEqual({ session: { accessToken: 'token', expires: null }, member: null })
})

test('a visit id is kept up to 26 characters and thrown away beyond', () => {
  localStorage.setItem('ms_session_id', 'x'.repeat(26))
  start()
  expect($visitSessionId.get()).toBe('x'.repeat(26))
  localStorage.setItem('ms_session_id', 'x'.repeat(27))
  start()
  expect([$visitSessionId.get(), localStorage.getItem('ms_session_id')]).toEqual([null, null])
})

test('where tracking is refused a visit id from before is removed', () => {
  localStorage.setItem('ms_session_id', '01HVISIT')
  start({ keepVisit: false })
  expect([$visitSessionId.get(), localStorage.getItem('ms_session_id')]).toEqual([null, null])
})

test('a login is stored, and its end removes token, member and visit', () => {
  start()
  setVisitSessionId('01HVISIT')
  login()
  expect(stored()).toEqual(['token', JSON.stringify(aMember()), '01HVISIT'])
  endSession()
  expect(stored()).toEqual([null, null, null])
})

test('a login in another tab is followed', () => {
  start()
  otherTab({ '_ms-mem': memberJson('mem_2'), '_ms-mid': 'theirs' })
  expect([currentToken(), $member.get()?.id, $authChange.get()?.member?.id]).toEqual(['theirs', 'mem_2', 'mem_2'])
})

test('a login in another tab between the reading of the storage and the listening is followed', () => {
  const waiting: (() => void)[] = []
  start({ later: (work) => waiting.push(work) })
  localStorage.setItem('_ms-mem', memberJson('mem_2'))
  localStorage.setItem('_ms-mid', 'theirs')
  expect(currentToken()).toBeUndefined()
  waiting.forEach((work) => work())
  expect([currentToken(), $authChange.get()?.member?.id]).toEqual(['theirs', 'mem_2'])
})

test('a logout in another tab is followed', () => {
  start()
  login()
  otherTab({ '_ms-mem': null, '_ms-mid': null })
  expect([currentToken(), $member.get(), $authChange.get()]).toEqual([undefined, null, { member: null }])
})

test('storage that was cleared altogether is a logout', () => {
  start()
  login()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect($member.get()).toBeNull()
})

test('a member changed in another tab is followed, and is no login', () => {
  start()
  login()
  $authChange.set(null)
  otherTab({ '_ms-mem': JSON.stringify(aMember({ verified: true })) })
  expect([$member.get()?.verified, $authChange.get()]).toEqual([true, null])
})

test('a login in another tab whose member cannot be read asks for the member', () => {
  start()
  otherTab({ '_ms-mid': 'theirs' })
  expect([currentToken(), $member.get(), onUnknownMember.mock.calls.length]).toEqual(['theirs', undefined, 1])
})

test('what happened while the page lay in the back-forward cache is followed', () => {
  start()
  login()
  localStorage.removeItem('_ms-mid')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect($member.get()).toBeNull()
})

test('in cookie mode the member record carries the news', () => {
  start({ config: { useCookies: true } })
  Cookies.set('_ms-mid', 'theirs')
  otherTab({ '_ms-mem': memberJson('mem_2') })
  expect([currentToken(), $authChange.get()?.member?.id]).toEqual(['theirs', 'mem_2'])
})

test('in cookie mode an event that arrives before its cookie is still followed', async () => {
  start({ config: { useCookies: true } })
  otherTab({ '_ms-mem': memberJson('mem_2') })
  expect(currentToken()).toBeUndefined()
  Cookies.set('_ms-mid', 'theirs')
  await eventually(() => expect($authChange.get()?.member?.id).toBe('mem_2'))
})

test('a refreshed member does not give the cookie a new lifetime', () => {
  start({ config: { useCookies: true } })
  login()
  const set = vi.spyOn(Cookies, 'set')
  refreshMember(aMember({ verified: true }))
  expect(set).not.toHaveBeenCalled()
})

test('following another tab does not give its cookie a new lifetime', () => {
  start({ config: { useCookies: true } })
  Cookies.set('_ms-mid', 'theirs')
  const set = vi.spyOn(Cookies, 'set')
  otherTab({ '_ms-mem': memberJson('mem_2') })
  expect(set).not.toHaveBeenCalled()
})

test.each([
  ['at once', (work: () => void) => work()],
  ['too late', (work: () => void) => void setTimeout(work)],
])('after the end nothing is stored or followed, when the listening starts %s', async (_when, later) => {
  start({ later })
  stop()
  login()
  expect(stored()).toEqual([null, null, null])
  await new Promise((resolve) => setTimeout(resolve))
  window.dispatchEvent(new StorageEvent('storage', { key: '_ms-mid' }))
  expect(currentToken()).toBe('token')
})

test('an app that wants it stores only ID, verified and plan IDs, and reads the member from the server', () => {
  $app.set(anApp({ storedMember: 'minimal' }))
  start()
  const member = aMember({ verified: true, planConnections: [aFreePlan({ planId: 'pln_a' })] })
  startSession({ accessToken: 'token', expires: Date.now() + 1e9 }, member)
  expect(JSON.parse(localStorage.getItem('_ms-mem') ?? '')).toEqual({
    id: member.id,
    verified: true,
    planConnections: [{ planId: 'pln_a' }],
  })
  stop()
  clearSession()
  setMember(undefined)
  start()
  expect([currentToken(), $identity.get().member, $member.get()]).toEqual(['token', null, undefined])
  $app.set(null)
})
