// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { defaultTexts } from '../../../../widget/modals/texts/english'
import { expectConsole } from '../../../setup/console-watch'
import { aMember } from '../../../support/a-member'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { leavePage, mountPage, settle, type MountedPage } from '../../../support/mount-page'

const signup = (fields: string): string =>
  `<form data-ms-form="signup"><input data-ms-member="email" value="ada@example.com">${fields}<button>Go</button></form>`
const password = (value: string, type = 'type="password"'): string =>
  `<input ${type} data-ms-member="password" value="${value}">`

const joiningClient = () => {
  const client = fakeClient()
  client.signupMemberEmailPassword.mockResolvedValue({ data: aMemberAuth() })
  client.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth() })
  return client
}

const press = async (page: MountedPage): Promise<void> => {
  page.find('button').click()
  await settle()
}

afterEach(leavePage)

test('of several passwords the first one signs up, if the second repeats it', async () => {
  const client = joiningClient()
  const others = password('0301234567', 'type="tel"') + password('1815-12-10', 'type="text"')
  const page = await mountPage(signup(password('correct horse') + password('correct horse') + others), { client })
  await press(page)
  expect(client.signupMemberEmailPassword.mock.lastCall?.[0]).toMatchObject({ password: 'correct horse' })
})

test.each(['type="password"', 'type="text"', ''])(
  'a second password (%s) that differs is refused and stays',
  async (type) => {
    const client = joiningClient()
    const page = await mountPage(signup(password('correct horse') + password('another', type)), { client })
    await press(page)
    expect(client.signupMemberEmailPassword).not.toHaveBeenCalled()
    expect(client._showMessage).toHaveBeenCalledWith(
      defaultTexts.confirm_password_error_message,
      true,
      page.find('form'),
    )
    const values = [...document.querySelectorAll<HTMLInputElement>('[data-ms-member=password]')].map(
      ({ value }) => value,
    )
    expect(values).toEqual(['correct horse', 'another'])
  },
)

test('a login uses the first password and compares nothing', async () => {
  const client = joiningClient()
  const page = await mountPage(signup(password('correct horse') + password('')).replace('signup', 'login'), { client })
  await press(page)
  expect(client.loginMemberEmailPassword.mock.lastCall?.[0]).toMatchObject({ password: 'correct horse' })
})

test('a profile form saves the first field of a key', async () => {
  const client = fakeClient()
  client.updateMember.mockResolvedValue({ data: aMember() })
  const page = await mountPage(
    `<form data-ms-form="profile"><input id="a" data-ms-member="k"><input id="b" data-ms-member="k"><button>Go</button></form>`,
    { client, member: aMember() },
  )
  page.field('#a').value = 'Ada'
  page.field('#b').value = 'Paris'
  await press(page)
  expect(client.updateMember).toHaveBeenCalledExactlyOnceWith({ customFields: { k: 'Ada' } })
})

const typeOf = (selector: string): string | null => document.querySelector(selector)?.getAttribute('type') ?? null

test.each(['signup', 'login', 'passwordless-login', 'forgot-password', 'reset-password', 'email', 'password'])(
  'fields without a type in a %s form get one, also those added later',
  async (kind) => {
    const keys = ['email', 'password', 'current-password', 'new-password', 'confirm-password']
    const fields = (id: string) => keys.map((key) => `<input id="${id}-${key}" data-ms-member="${key}">`).join('')
    const page = await mountPage(`<form data-ms-form="${kind}">${fields('a')}</form>`, { member: aMember() })
    page.find('form').insertAdjacentHTML('beforeend', fields('b'))
    page.find('form').insertAdjacentHTML('afterend', `<form data-ms-form="${kind}">${fields('c')}</form>`)
    await settle()
    for (const id of ['a', 'b', 'c']) {
      const types = keys.map((key) => typeOf(`#${id}-${key}`))
      expect(types).toEqual(['email', 'password', 'password', 'password', 'password'])
    }
  },
)

test('a form whose wrapper has the attribute gets the types too', async () => {
  expectConsole('warn', /belongs on the <form>/)
  await mountPage(
    '<div data-ms-form="login"><form><input id="e" data-ms-member="email"><input id="p" data-ms-member="password"></form></div>',
  )
  expect([typeOf('#e'), typeOf('#p')]).toEqual(['email', 'password'])
})

test.each([
  ['<form data-ms-form="login"><input type="text" data-ms-member="password"></form>', 'text'],
  ['<form data-ms-form="profile"><input data-ms-member="email"></form>', null],
  ['<form><input data-ms-member="email"></form>', null],
  ['<form data-ms-form="login"><input data-ms-member="token"></form>', null],
  ['<form><input data-ms-member="password"></form>', 'password'],
])('%s gets the type %o', async (html, type) => {
  await mountPage(html)
  expect(typeOf('input')).toBe(type)
})
