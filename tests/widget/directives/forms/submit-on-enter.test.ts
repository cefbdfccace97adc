// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { leavePage, mountPage, settle } from '../../../support/mount-page'

afterEach(leavePage)

const fields =
  '<input id="email" data-ms-member="email"><input id="box" type="checkbox"><textarea id="area"></textarea>'

async function press(html: string, id: string, init: KeyboardEventInit, prevented = false): Promise<number> {
  const page = await mountPage(`<form data-ms-form="login">${html}</form>`)
  const field = page.find(id)
  if (prevented) field.addEventListener('keydown', (event) => event.preventDefault())
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  await settle()
  return page.client.loginMemberEmailPassword.mock.calls.length
}

test('Enter in a text field sends a form without a submit button', async () => {
  expect(await press(fields, '#email', { key: 'Enter' })).toBe(1)
  expect(await press(`${fields}<button type="button">Show</button>`, '#email', { key: 'Enter' })).toBe(1)
})

test.each(['<button>Go</button>', '<input type="submit">', '<input type="image" alt="Go">'])(
  'with %s Enter is left to the browser',
  async (button) => expect(await press(fields + button, '#email', { key: 'Enter' })).toBe(0),
)

test('other keys, other fields, an unfinished composition and a handled key send nothing', async () => {
  expect(await press(fields, '#email', { key: 'a' })).toBe(0)
  expect(await press(fields, '#box', { key: 'Enter' })).toBe(0)
  expect(await press(fields, '#area', { key: 'Enter' })).toBe(0)
  expect(await press(fields, '#email', { key: 'Enter', isComposing: true })).toBe(0)
  expect(await press(fields, '#email', { key: 'Enter' }, true)).toBe(0)
})
