// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../../../host-site/features/account/account'
import { createBrowserKeys } from '../../../../host-site/lib/browser-keys'
import { createMembership } from '../../../../host-site/lib/membership'
import type { Member } from '../../../../widget/public'
import { aMember, fakeClient, installClient, refusal, removeClient } from '../../support/fake-client'
import { eventually } from '../../../support/eventually'

const form = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'Ann@Example.com',
  password: 'password1',
  phone: '+1555',
  country: '',
  city: 'Troy',
  profession: '',
  experience: '',
  skills: '',
  motivation: '',
}

function setUp(loggedIn: Member | null = null) {
  const fake = fakeClient(loggedIn)
  installClient(fake.client)
  const load = vi.fn<(path: string) => void>()
  const account = createAccount({
    membership: createMembership({ window, report: () => {}, loadScript: () => Promise.resolve() }),
    keys: createBrowserKeys(() => window.localStorage),
    load,
  })
  return { ...fake, account, load }
}

const stored = (): Record<string, string> => Object.fromEntries(Object.entries(window.localStorage))

afterEach(() => {
  removeClient()
  window.localStorage.clear()
})

describe('the account', () => {
  it('starts from the stored flag before the first check', () => {
    expect(setUp().account.state().status).toBe('loggedOut')
    window.localStorage.setItem('isLoggedIn', 'true')
    expect(setUp().account.state()).toEqual({ status: 'loggedIn', member: null, checkFailed: false })
  })

  it('stores the sign-up form without the password, and the member', async () => {
    const { account } = setUp()
    expect((await account.signup(form)).success).toBe(true)
    expect(account.state()).toMatchObject({ status: 'loggedIn', member: { id: 'mem_1' } })
    const { isLoggedIn, userEmail, memberData = '', userData = '' } = stored()
    expect([isLoggedIn, userEmail]).toEqual(['true', 'ann@example.com'])
    expect(JSON.parse(memberData)).toEqual(aMember())
    expect(JSON.parse(userData)).toMatchObject({ firstName: 'Ann', city: 'Troy', email: 'ann@example.com' })
    expect(JSON.stringify(stored())).not.toContain('password1')
  })

  it('stores the same keys at a login, from the member', async () => {
    const { account } = setUp()
    await account.login({ email: 'ann@example.com', password: 'password1' })
    const { isLoggedIn, userEmail, memberData = '', userData = '' } = stored()
    expect([isLoggedIn, userEmail]).toEqual(['true', 'ann@example.com'])
    expect(JSON.parse(memberData)).toEqual(aMember())
    expect(JSON.parse(userData)).toMatchObject({ firstName: 'Ann', country: 'ca', experience: '3-5', city: '' })
  })

  it('keeps the sign-up form after later checks of the same member', async () => {
    const { account } = setUp()
    await account.signup(form)
    await account.check()
    expect(JSON.parse(stored()['userData'] ?? '')).toMatchObject({ city: 'Troy' })
  })

  it('stores nothing when a signup or login is refused', async () => {
    const { account, client } = setUp()
    client.signupMemberEmailPassword.mockRejectedValue(refusal('email-already-in-use', 'Taken.', 409))
    client.loginMemberEmailPassword.mockRejectedValue(refusal('invalid-credentials', 'Wrong.', 401))
    expect(await account.signup(form)).toEqual({ success: false, error: 'Taken.' })
    expect(await account.login({ email: 'a', password: 'b' })).toEqual({ success: false, error: 'Wrong.' })
    expect(stored()).toEqual({})
    expect(account.state().status).toBe('loggedOut')
  })

  it('clears every key at logout and reloads the home page', async () => {
    const { account, load } = setUp()
    await account.signup(form)
    await account.logout()
    expect(stored()).toEqual({})
    expect(account.state().status).toBe('loggedOut')
    expect(load).toHaveBeenCalledExactlyOnceWith('/')
  })

  it('stays logged in when the logout fails', async () => {
    const { account, client, load } = setUp()
    await account.signup(form)
    client.logout.mockRejectedValue(refusal('unknown-error', 'Broken.', 500))
    expect(await account.logout()).toEqual({ success: false, error: 'Broken.' })
    expect(account.state().status).toBe('loggedIn')
    expect(stored()['isLoggedIn']).toBe('true')
    expect(load).not.toHaveBeenCalled()
  })
})

describe('a check', () => {
  it('finds the member and sets the flag', async () => {
    const { account } = setUp(aMember())
    await account.check()
    expect(account.state()).toMatchObject({ status: 'loggedIn', member: { id: 'mem_1' } })
    expect(stored()['isLoggedIn']).toBe('true')
  })

  it('finds no member and removes the flag', async () => {
    window.localStorage.setItem('isLoggedIn', 'true')
    const { account } = setUp(null)
    await account.check()
    expect(account.state()).toMatchObject({ status: 'loggedOut', checkFailed: false })
    expect(stored()).toEqual({})
  })

  it('that fails finds no member, and reports the failure', async () => {
    window.localStorage.setItem('isLoggedIn', 'true')
    const { account, client } = setUp(aMember())
    client.getCurrentMember.mockRejectedValue(refusal('network-error', 'Unreachable.', 0))
    await account.check()
    expect(account.state()).toEqual({ status: 'loggedOut', member: null, checkFailed: true })
    expect(stored()['isLoggedIn']).toBeUndefined()
  })

  it('that started before a login does not undo it', async () => {
    const { account, client } = setUp()
    let answer: (nobody: { data: null }) => void = () => {}
    client.getCurrentMember.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const check = account.check()
    await account.login({ email: 'ann@example.com', password: 'password1' })
    answer({ data: null })
    await check
    expect(account.state().status).toBe('loggedIn')
    expect(stored()['isLoggedIn']).toBe('true')
  })
})

describe('following other tabs', () => {
  it('logs in and out with them, until it stops', async () => {
    const { account, client, become } = setUp()
    const heard = vi.fn<() => void>()
    account.subscribe(heard)
    const stop = account.follow()
    await eventually(() => expect(client.onAuthChange).toHaveBeenCalledOnce())
    become(aMember())
    expect(account.state().status).toBe('loggedIn')
    become(null)
    expect(account.state().status).toBe('loggedOut')
    expect(stored()).toEqual({})
    stop()
    become(aMember())
    expect(account.state().status).toBe('loggedOut')
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
