// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offerPasskey } from '../../../widget/client/passkey-offer'
import type { ClientContext } from '../../../widget/client/context'
import { createDeviceMemory } from '../../../widget/storage/token'
import { notePasswordLogin } from '../../../widget/storage/passkey-offer'
import { $app, setReadiness } from '../../../widget/stores/app'
import { clearSession, setSession, setMember } from '../../../widget/stores/identity'
import { $modalRequest, hideModal } from '../../../widget/stores/modal'
import { aMember } from '../../support/a-member'
import { anApp } from '../../support/an-app'

const DAY_MS = 86_400_000
const passwordless = { enabled: false, isDefault: false }
const wanted = anApp({ additionalAuthMethods: { passwordless, passkey: { enabled: true, offer: 'after-login' } } })

let calls: string[]
let passkeys: unknown[]
let context: ClientContext

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  window.location.href = 'https://shop.example/in'
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', () => {})
  ;[calls, passkeys] = [[], []]
  const call = async (name: string) => {
    calls.push(name)
    return { data: { passkeys } }
  }
  const rest = { apiUrl: '', appId: '', publicKey: () => null, mayTrack: false, inviteToken: () => null }
  const device = createDeviceMemory(window)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that only lists passkeys
  context = { ...rest, window, device, saveFlow: () => true, call } as ClientContext
  setReadiness('known')
  $app.set(wanted)
  setSession({ accessToken: 'token', expires: null }, aMember({ verified: true }))
  setMember(aMember({ verified: true }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  hideModal()
  clearSession()
  $app.set(null)
})

/** What is open after the reload that a login may cause. */
async function offered(): Promise<string | null> {
  notePasswordLogin(window)
  await offerPasskey(context)
  await vi.advanceTimersByTimeAsync(10_000)
  return $modalRequest.get()?.name ?? null
}

test('after a password login a verified member without passkeys is offered one, at most every 30 days', async () => {
  expect(await offered()).toBe('ADD_PASSKEY')
  hideModal()
  await vi.advanceTimersByTimeAsync(29 * DAY_MS)
  expect(await offered()).toBeNull()
  await vi.advanceTimersByTimeAsync(2 * DAY_MS)
  expect(await offered()).toBe('ADD_PASSKEY')
})

const reasons: [string, () => unknown][] = [
  ['the app offers them in the profile', () => $app.set(anApp())],
  ['the email is not verified', () => setMember(aMember({ verified: false }))],
  ['the member has one', () => passkeys.push({})],
  ['the browser has none', () => vi.stubGlobal('isSecureContext', false)],
  [
    'another member came',
    () => void setTimeout(() => setSession({ accessToken: 'another', expires: null }, aMember())),
  ],
]

test.for(reasons)('not if %s', async ([, change]) => {
  change()
  expect(await offered()).toBeNull()
})

test('never over another modal, but after it', async () => {
  notePasswordLogin(window)
  await offerPasskey(context)
  const other = { name: 'LOGIN', writtenName: 'LOGIN', params: {}, settled: true, settle: () => {}, fail: () => {} }
  $modalRequest.set(other)
  await vi.advanceTimersByTimeAsync(10_000)
  expect($modalRequest.get()).toBe(other)
  hideModal()
  await vi.advanceTimersByTimeAsync(10)
  expect($modalRequest.get()?.name).toBe('ADD_PASSKEY')
})

test('the next page offers it too, but not ten minutes later', async () => {
  notePasswordLogin(window)
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  await offerPasskey(context)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([calls, $modalRequest.get()]).toEqual([[], null])
})
