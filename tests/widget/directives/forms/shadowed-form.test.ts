// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { fakeClient } from '../../../support/fake-client'
import { comeBack } from '../../../support/come-back'
import { leavePage, mountPage, settle } from '../../../support/mount-page'
import { expectConsole } from '../../../setup/console-watch'

afterEach(leavePage)

/** In browsers, a form's named fields shadow its own properties; the test's DOM does not do that. */
function shadowedForm(name: string): HTMLFormElement {
  const form = document.createElement('form')
  form.innerHTML = `<input data-ms-member="email" value="ada@example.com"><input name="${name}"><button>Go</button>`
  form.setAttribute('data-ms-form', 'login')
  form.setAttribute('redirect', '/next')
  return form
}

test.each([
  'setAttribute',
  'removeAttribute',
  'contains',
  'matches',
  'closest',
  'elements',
  'remove',
  'localName',
  'namespaceURI',
  'ownerDocument',
  'addEventListener',
  'querySelectorAll',
])('a field named %s takes nothing from its form', async (name) => {
  const client = fakeClient()
  const page = await mountPage('<div></div>', { client })
  const form = shadowedForm(name)
  const holder = document.createElement('div')
  holder.append(form)
  document.body.append(holder)
  // The directives start when the observer delivers, after this.
  Object.defineProperty(form, name, { value: form.querySelector(`[name=${name}]`), configurable: true })
  await settle()
  const event = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await settle()
  expect(client.loginMemberEmailPassword).toHaveBeenCalledWith(
    { email: 'ada@example.com', password: '' },
    { includeContentGroups: true },
  )
  expect(page.visited).toHaveLength(1)
  await comeBack()
  Reflect.deleteProperty(form, name)
  expect(Element.prototype.hasAttribute.call(form, 'aria-busy')).toBe(false)
})

test('an error that cannot even be shown is reported, never uncaught, and the form can be sent again', async () => {
  expectConsole('error', /Form failed/)
  const client = fakeClient()
  client.loginMemberEmailPassword.mockRejectedValueOnce(new Error('refused'))
  client._showMessage.mockImplementationOnce(() => {
    throw new Error('no message')
  })
  const page = await mountPage('<form data-ms-form="login"><button>Go</button></form>', { client })
  page.find('button').click()
  await settle()
  page.find('button').click()
  await settle()
  expect(client.loginMemberEmailPassword).toHaveBeenCalledTimes(2)
})
