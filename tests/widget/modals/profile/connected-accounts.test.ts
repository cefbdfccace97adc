// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { aMember } from '../../../support/a-member'
import { anAuth, aProvider, providerWindows, twoProviders } from '../social-stage'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const ARE_YOU_SURE = 'Are you sure?'

async function open(providers: string[], scene: { hasPassword?: boolean; app?: object } = {}) {
  const { hasPassword = true, app = twoProviders } = scene
  stage = profileStage({ app, member: anAuth(providers, hasPassword) })
  await stage.openProfile()
  await stage.press('Security')
}

const rows = () =>
  [...stage.element().shadowRoot!.querySelectorAll('.entry')]
    .filter((row) => row.firstElementChild?.matches('.provider-icon'))
    .map((row) => ['bdi', 'p', 'button'].map((part) => row.querySelector(part)?.textContent))
const named = (label: string) => stage.find(`button[aria-label="${label}"]`)
const press = (label: string) => act(async () => named(label).click())

function connecting() {
  const windows = providerWindows<{ data: { providers: { provider: string }[] }; message?: string }>()
  stage.client.connectProvider.mockImplementation(windows.open)
  return windows
}

describe('the connected accounts', () => {
  test('are listed, and the app’s other providers are folded below them', async () => {
    await open(['github'])
    expect(stage.text()).toContain('Connected accounts')
    expect(rows()).toEqual([
      ['GitHub', 'Connected', 'Disconnect'],
      ['Google', 'Not connected', 'Connect'],
    ])
    const others = stage.find('details')
    expect([others.hasAttribute('open'), others.querySelector('summary')?.textContent]).toEqual([
      false,
      'Connect another account',
    ])
    expect([...others.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['Google'])
    expect([named('Connect Google'), named('Disconnect GitHub')]).toHaveLength(2)
  })

  test('are not there where there is nothing to connect', async () => {
    await open([], { app: {} })
    expect(stage.text()).not.toContain('Connected accounts')
  })

  test('hold what the app no longer offers, so that it can be taken away', async () => {
    await open(['acme'], { app: { authProviders: [aProvider('google', null, 1)] } })
    expect(rows()).toEqual([
      ['acme', 'Connected', 'Disconnect'],
      ['google', 'Not connected', 'Connect'],
    ])
  })

  test('a text with a place for the provider needs no other name', async () => {
    stage = profileStage({ app: { ...twoProviders, texts: { connect_with_provider: 'Connect with {provider}' } } })
    await stage.openProfile({ tab: 'security' })
    expect(stage.button('Connect with Google').hasAttribute('aria-label')).toBe(false)
  })
})

describe('connecting', () => {
  test('opens the window at the press, waits for it, and says how it ended', async () => {
    await open([])
    const { answer } = connecting()
    act(() => named('Connect Google').click())
    expect(stage.client.connectProvider).toHaveBeenCalledExactlyOnceWith({
      provider: 'google',
      signal: expect.any(AbortSignal),
    })
    expect([named('Connect Google').dataset['busy'], named('Connect GitHub').getAttribute('aria-disabled')]).toEqual([
      'true',
      'true',
    ])
    expect(stage.busy()).toBe(false)
    stage.setMember(aMember(anAuth(['google'])))
    await answer({ data: { providers: [{ provider: 'google' }] }, message: 'Google is connected.' })
    expect(stage.status()).toBe('Google is connected.')
    expect(rows()[0]).toEqual(['Google', 'Connected', 'Disconnect'])
  })

  test('says why it did not work; a closed window says nothing', async () => {
    await open([])
    const { refuse } = connecting()
    await press('Connect Google')
    await refuse('account-already-connected', 'This provider is already connected to an account.')
    expect(stage.alert()).toBe('This provider is already connected to an account.')
    await press('Connect Google')
    await refuse('popup-closed', 'It was closed.')
    expect([stage.alert(), named('Connect Google').dataset['busy']]).toEqual(['', 'false'])
  })

  test('ends the profile where the session is over', async () => {
    stage = profileStage({ app: twoProviders })
    const { result } = await stage.openProfile({ tab: 'security' })
    const { refuse } = connecting()
    await press('Connect Google')
    await refuse('client/invalid-token', 'Please log in again.')
    await expect(result).rejects.toMatchObject({ code: 'client/invalid-token' })
  })

  test('another part of the profile closes the window', async () => {
    await open([])
    connecting()
    await press('Connect Google')
    await stage.press('Profile')
    expect(stage.client.connectProvider.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })
})

describe('disconnecting', () => {
  test('asks first, then takes it away, and the focus goes to the heading, because its button is folded', async () => {
    await open(['google'])
    stage.client.disconnectProvider.mockImplementation(async () => {
      stage.setMember(aMember(anAuth([])))
      return { data: { providers: [] }, message: 'Google is no longer connected.' }
    })
    named('Disconnect Google').focus()
    await press('Disconnect Google')
    expect(stage.client.disconnectProvider).not.toHaveBeenCalled()
    expect(stage.button(ARE_YOU_SURE).getAttribute('aria-label')).toBe('Are you sure? Google')
    await press('Are you sure? Google')
    expect(stage.client.disconnectProvider).toHaveBeenCalledExactlyOnceWith({ provider: 'google' })
    expect(stage.status()).toBe('Google is no longer connected.')
    expect([named('Connect Google').closest('details') !== null, stage.focused()?.textContent]).toEqual([
      true,
      'Security',
    ])
  })

  test('the last way in leads to a first password, and the reason is shown with it', async () => {
    await open(['google'], { hasPassword: false })
    const message = 'Please set a password first.'
    stage.client.disconnectProvider.mockRejectedValue({ code: 'account-set-password-before-disconnect', message })
    await press('Disconnect Google')
    await press('Are you sure? Google')
    expect([stage.alert(), stage.panelTitle()]).toEqual([message, 'Set Password'])
    expect(stage.focused()).toBe(stage.input('newPassword'))
    await stage.press('Back')
    expect(rows()[0]).toEqual(['Google', 'Connected', 'Disconnect'])
  })

  test('any other failure is said where it happened', async () => {
    await open(['google'])
    stage.client.disconnectProvider.mockRejectedValue({
      code: 'account-not-connected',
      message: 'It is not connected.',
    })
    await press('Disconnect Google')
    await press('Are you sure? Google')
    expect([stage.alert(), stage.panelTitle()]).toEqual(['It is not connected.', 'Security'])
  })
})
