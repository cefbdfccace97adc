// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle, type PageState } from '../../../support/mount-page'

const memberWith = (...providers: string[]) =>
  aMember({
    auth: { email: 'ada@example.com', hasPassword: true, providers: providers.map((provider) => ({ provider })) },
  })

/** As in the client: the member that everything is drawn from changes. */
const managing = () => {
  const client = fakeClient()
  client.connectProvider.mockImplementation(async ({ provider }) => {
    setMember(memberWith(provider))
    return { data: { providers: [{ provider }] } }
  })
  client.disconnectProvider.mockImplementation(async () => {
    setMember(memberWith())
    return { data: { providers: [] }, message: 'Disconnected.' }
  })
  return client
}

const manage = (inside: string): string => `<div id="all" data-ms-auth="manage-providers">${inside}</div>`
const mount = (inside: string, state: PageState = {}) =>
  mountPage(manage(inside), { member: memberWith(), client: managing(), ...state })

const press = async (selector: string): Promise<void> => {
  find(selector).click()
  await settle()
}

const plain = '<button id="google" data-ms-auth-provider="google">Google</button>'
const worded =
  '<button id="google" data-ms-auth-provider="google" data-ms-auth-connected-text="Google is connected"><img alt=""><b>Connect</b> Google</button>'

const textOf = (selector: string): string => find(selector).textContent.trim()

afterEach(leavePage)

test('a button connects, then disconnects, and says which it is', async () => {
  const { client } = await mount(plain)
  const state = (): string | null => find('#google').getAttribute('aria-pressed')
  expect(state()).toBe('false')
  await press('#google')
  expect(client.connectProvider).toHaveBeenCalledWith({ provider: 'google' })
  expect(client._showMessage).toHaveBeenCalledWith('Your changes have been saved.', false, find('#google'))
  expect(state()).toBe('true')
  await press('#google')
  expect(client.disconnectProvider).toHaveBeenCalledWith({ provider: 'google' })
  expect(client._showMessage).toHaveBeenCalledWith('Disconnected.')
  expect(state()).toBe('false')
})

test('a connected text takes the place of the words, not of the icon, and gives it back', async () => {
  await mount(worded)
  const [image, strong] = find('#google').children
  await press('#google')
  expect(textOf('#google')).toBe('Google is connected')
  expect(find('#google').hasAttribute('aria-pressed')).toBe(false)
  await press('#google')
  expect(textOf('#google')).toBe('Connect Google')
  expect([...find('#google').children]).toEqual([image, strong])
})

test('a copy of a connected button knows the words of its author', async () => {
  await mount(worded, { member: memberWith('google') })
  const copy = find('#google').cloneNode(true)
  find('#google').replaceWith(copy)
  await settle()
  expect(textOf('#google')).toBe('Google is connected')
  setMember(memberWith())
  expect(textOf('#google')).toBe('Connect Google')
})

test('the words of an input, and a label that is only read aloud, change too', async () => {
  const label = 'data-ms-auth-connected-text="On"'
  const page = await mount(
    `<input type="button" id="google" value="Off" data-ms-auth-provider="google" ${label}>
     <button id="other" aria-label="Off" data-ms-auth-provider="google" ${label}><svg></svg></button>`,
    { member: memberWith('google') },
  )
  const words = () => [page.field('#google').value, find('#other').getAttribute('aria-label')]
  expect(words()).toEqual(['On', 'On'])
  setMember(null)
  expect(words()).toEqual(['Off', 'Off'])
})

test('what disconnects shows only while its own provider is connected', async () => {
  const { client } = await mount(
    `${plain}<a href="#" id="off">Disconnect</a><button data-ms-auth-provider="github">GitHub</button><i id="off-github" data-ms-auth-disconnect>x</i>`.replace(
      'id="off"',
      'id="off" data-ms-auth-disconnect',
    ),
    { member: memberWith('google') },
  )
  expect([isShown(find('#off')), isShown(find('#off-github'))]).toEqual([true, false])
  expect(find('#google').getAttribute('aria-disabled')).toBe('true')
  await press('#google')
  expect(client.disconnectProvider).not.toHaveBeenCalled()
  find('#off').focus()
  await press('#off')
  expect(client.disconnectProvider).toHaveBeenCalledExactlyOnceWith({ provider: 'google' })
  expect(isShown(find('#off'))).toBe(false)
  expect(document.activeElement).toBe(find('#google'))
  await press('#google')
  expect(client.connectProvider).toHaveBeenCalledOnce()
})

test('inside its button it is a part of it', async () => {
  const { client } = await mount(
    '<button id="google" data-ms-auth-provider="google" data-ms-auth-connected-text="Yours">Google <span id="off" data-ms-auth-disconnect>(remove)</span></button>',
    { member: memberWith('google') },
  )
  expect(textOf('#google')).toBe('Yours (remove)')
  expect(find('#off').hasAttribute('role')).toBe(false)
  await press('#off')
  expect(client.disconnectProvider).toHaveBeenCalledOnce()
})

test('the last way in stays, and why is said', async () => {
  const { client } = await mount(plain, { member: memberWith('google') })
  const why = 'Please set a password first.'
  client.disconnectProvider.mockRejectedValue(
    new MembershipError('account-set-password-before-disconnect', why, 409, {}),
  )
  await press('#google')
  expect(client._showMessage).toHaveBeenCalledWith(why, true)
  expect(find('#google').getAttribute('aria-pressed')).toBe('true')
})

test('a visitor is asked to log in, and is connected with nothing', async () => {
  const { client } = await mount(`${plain}<i id="off" data-ms-auth-disconnect>x</i>`, { member: null })
  expect(isShown(find('#off'))).toBe(false)
  await press('#google')
  expect(client._showMessage).toHaveBeenCalledWith('Please log in.', true, find('#google'))
  expect(client.connectProvider).not.toHaveBeenCalled()
})

test('a closed window is no failure', async () => {
  const { client } = await mount(plain)
  client.connectProvider.mockRejectedValue(new MembershipError('popup-closed', 'Closed.', 0, {}))
  await press('#google')
  expect(client._showMessage).not.toHaveBeenCalled()
  expect(find('#google').hasAttribute('aria-busy')).toBe(false)
})

test('it follows when the place becomes one to manage providers in, and when it ends to be', async () => {
  await mountPage(`<div id="all">${worded}</div>`, { member: memberWith('google'), client: managing() })
  expect(textOf('#google')).toBe('Connect Google')
  find('#all').setAttribute('data-ms-auth', 'manage-providers')
  await settle()
  expect(textOf('#google')).toBe('Google is connected')
  find('#all').removeAttribute('data-ms-auth')
  await settle()
  expect(textOf('#google')).toBe('Connect Google')
})

test('a link that is pressed down is a button, by the space bar too', async () => {
  const { client } = await mount('<a href="#" id="google" data-ms-auth-provider="google">Google</a>')
  expect([find('#google').getAttribute('role'), find('#google').getAttribute('aria-pressed')]).toEqual([
    'button',
    'false',
  ])
  find('#google').dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
  await settle()
  expect(client.connectProvider).toHaveBeenCalledOnce()
})
