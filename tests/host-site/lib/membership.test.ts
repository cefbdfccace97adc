// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMembership } from '../../../host-site/lib/membership'
import { aMember, fakeClient, installClient, refusal, removeClient } from '../support/fake-client'
import { eventually } from '../../support/eventually'

const reports: string[] = []
const loadScript = vi.fn<() => Promise<void>>()
const membership = () =>
  createMembership({ window, report: (...parts) => reports.push(parts.join(' ')), loadScript, timeoutMs: 1_000 })

/** Returns what settles it. */
function loadingScript(): () => void {
  let settle = (): void => {}
  loadScript.mockReturnValue(new Promise((resolve) => (settle = resolve)))
  return settle
}

/** A response that violates the types. */
function halfAMember() {
  const member = aMember()
  Reflect.deleteProperty(member.auth, 'email')
  return member
}

beforeEach(() => {
  reports.length = 0
  loadScript.mockReset().mockResolvedValue()
})
afterEach(() => {
  removeClient()
  vi.useRealTimers()
})

describe('the membership helpers', () => {
  it('return success and the member after a signup, a login, an update and a check', async () => {
    const { client } = fakeClient()
    installClient(client)
    const helpers = membership()
    const signup = { email: 'ann@example.com', password: 'password1', customFields: { city: 'Troy' } }
    expect(await helpers.signup(signup)).toEqual({ success: true, member: aMember() })
    expect(client.signupMemberEmailPassword).toHaveBeenCalledWith(signup)
    const login = { email: 'ann@example.com', password: 'password1' }
    expect(await helpers.login(login)).toEqual({ success: true, member: aMember() })
    expect(client.loginMemberEmailPassword).toHaveBeenCalledWith(login)
    expect(await helpers.currentMember()).toEqual({ success: true, member: aMember() })
    expect(await helpers.updateMember({ city: 'Ann Arbor' })).toEqual({ success: true, member: aMember() })
    expect(client.updateMember).toHaveBeenCalledWith({ customFields: { city: 'Ann Arbor' } })
  })

  it('return success without a member for a visitor and after a logout', async () => {
    installClient(fakeClient().client)
    expect(await membership().currentMember()).toEqual({ success: true })
    expect(await membership().logout()).toEqual({ success: true })
  })

  it('open the sign-up dialog, and close it when it is done', async () => {
    const { client } = fakeClient()
    installClient(client)
    expect(await membership().openSignup()).toEqual({ success: true })
    expect(client.openModal).toHaveBeenCalledExactlyOnceWith('SIGNUP')
    expect(client.hideModal).not.toHaveBeenCalled()
    client.openModal.mockResolvedValueOnce({ type: 'LOGOUT', data: { redirect: null } })
    await membership().openSignup()
    expect(client.hideModal).toHaveBeenCalledOnce()
  })

  it('send the verification email again, or return why not', async () => {
    const { client } = fakeClient()
    installClient(client)
    expect(await membership().sendVerificationMail()).toEqual({ success: true })
    client.sendMemberVerificationEmail.mockRejectedValueOnce(refusal('already-verified', 'It is verified.', 409))
    expect(await membership().sendVerificationMail()).toEqual({ success: false, error: 'It is verified.' })
  })

  it('open the password reset dialog, which stays until it is closed', async () => {
    const { client } = fakeClient()
    installClient(client)
    const leaving = new AbortController()
    expect(await membership().openForgotPassword(leaving.signal)).toEqual({ success: true })
    expect(client.openModal).toHaveBeenCalledExactlyOnceWith('FORGOT_PASSWORD')
    leaving.abort()
    expect(client.hideModal).not.toHaveBeenCalled()
  })

  it('close it when its page is left, and do not open it after that', async () => {
    const { client } = fakeClient()
    client.openModal.mockReturnValue(new Promise(() => {}))
    installClient(client)
    const leaving = new AbortController()
    void membership().openForgotPassword(leaving.signal)
    await eventually(() => expect(client.openModal).toHaveBeenCalledOnce())
    leaving.abort()
    expect(client.hideModal).toHaveBeenCalledOnce()
    await membership().openForgotPassword(leaving.signal)
    expect(client.openModal).toHaveBeenCalledOnce()
  })

  it('end a session only if the server confirms it', async () => {
    const { client } = fakeClient()
    installClient(client)
    await membership().logout()
    expect(client.logout).toHaveBeenCalledExactlyOnceWith({ requireServer: true })
  })

  it('return a failure if the response is not a member', async () => {
    const { client } = fakeClient()
    client.getCurrentMember.mockResolvedValue({ data: halfAMember() })
    client.updateMember.mockResolvedValue({ data: aMember({ createdAt: 'yesterday' }) })
    installClient(client)
    expect(await membership().currentMember()).toMatchObject({ success: false, unexpected: true })
    expect(await membership().updateMember({})).toMatchObject({ success: false, unexpected: true })
    expect(reports).toHaveLength(2)
  })

  it('return the text of an error, and log it without user input', async () => {
    const { client } = fakeClient()
    client.loginMemberEmailPassword.mockRejectedValue(refusal('invalid-credentials', 'Wrong.', 401))
    installClient(client)
    const result = await membership().login({ email: 'ann@example.com', password: 'password1' })
    expect(result).toEqual({ success: false, error: 'Wrong.' })
    expect(reports).toEqual(['Membership login failed: Wrong.'])
  })

  it('mark failures without a response as unexpected', async () => {
    const { client } = fakeClient()
    client.logout.mockRejectedValue(refusal('network-error', 'Unreachable.', 0))
    client.getCurrentMember.mockRejectedValue(new TypeError('broken'))
    installClient(client)
    expect(await membership().logout()).toEqual({ success: false, error: 'Unreachable.', unexpected: true })
    expect(await membership().currentMember()).toEqual({ success: false, error: 'broken', unexpected: true })
  })
})

describe('without the membership script', () => {
  const notInitialized = { success: false, error: 'Memberstack not initialized' }

  it('a script that has failed returns at once', async () => {
    expect(await membership().currentMember()).toEqual(notInitialized)
    expect(reports).toEqual(['Membership member check failed: Memberstack not initialized'])
  })

  it('a call waits until the script fails', async () => {
    const fail = loadingScript()
    const answer = membership().login({ email: 'a', password: 'b' })
    fail()
    expect(await answer).toEqual(notInitialized)
  })

  it('a call waits no longer than its limit', async () => {
    vi.useFakeTimers()
    loadingScript()
    const answer = membership().currentMember()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await answer).toEqual(notInitialized)
  })
})

describe('with a script that comes late', () => {
  it('nothing loads it before the first call, and each call goes through once it has run', async () => {
    const run = loadingScript()
    const helpers = membership()
    expect(loadScript).not.toHaveBeenCalled()
    const answers = Promise.all([helpers.currentMember(), helpers.logout()])
    expect(loadScript).toHaveBeenCalled()
    installClient(fakeClient(aMember()).client)
    run()
    expect(await answers).toEqual([{ success: true, member: aMember() }, { success: true }])
  })

  it('a page that already has it loads none', async () => {
    installClient(fakeClient(aMember()).client)
    expect(await membership().currentMember()).toEqual({ success: true, member: aMember() })
    expect(loadScript).not.toHaveBeenCalled()
  })

  it('followers get changes, until they unsubscribe', async () => {
    const run = loadingScript()
    const heard: unknown[] = []
    const stop = membership().onAuthChange((member) => heard.push(member?.id ?? null))
    const stoppedEarly = membership().onAuthChange(() => heard.push('never'))
    stoppedEarly()
    const { client, become } = fakeClient()
    installClient(client)
    run()
    await eventually(() => expect(client.onAuthChange).toHaveBeenCalledOnce())
    become(aMember())
    become(halfAMember())
    become(null)
    stop()
    become(aMember())
    expect(heard).toEqual(['mem_1', null])
  })
})
