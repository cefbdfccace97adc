// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearMessage, showMessage } from '../../../../widget/stores/feedback'
import { $modalSlotHost, hideModal, requestModal } from '../../../../widget/stores/modal'
import { find, leavePage, mountPage } from '../../../support/mount-page'

const OWN = '<section><b>before</b><p id="own" data-ms-message="error"></p><b>after</b></section>'
const order = (): string => [...find('section').childNodes].map((node) => node.textContent).join(' ')
let host: HTMLElement

function openModal(): void {
  void requestModal('LOGIN', {})
  $modalSlotHost.set(host)
}
const isInModal = (selector: string): boolean => find(selector).closest('[slot=ms-message]')?.parentElement === host

beforeEach(() => {
  host = document.createElement('ms-modal-host')
  document.documentElement.append(host)
})
afterEach(() => {
  hideModal()
  $modalSlotHost.set(null)
  leavePage()
  host.remove()
})

test('a message is moved into the open modal before its text is set, and back afterwards', async () => {
  await mountPage(OWN)
  openModal()
  let wasInModal = false
  const observer = new MutationObserver(() => (wasInModal ||= isInModal('#own')))
  observer.observe(find('#own'), { childList: true, characterData: true, subtree: true })
  showMessage('Refused.', true)
  expect([isInModal('#own'), find('#own').textContent]).toEqual([true, 'Refused.'])
  await Promise.resolve()
  observer.disconnect()
  expect(wasInModal).toBe(true)
  clearMessage()
  expect(order()).toBe('before  after')
  expect(find('section').children[1]).toBe(find('#own'))
  expect(host.childNodes).toHaveLength(0)
})

test('it follows a modal that opens or closes while it is up', async () => {
  await mountPage(OWN)
  showMessage('Refused.', true)
  openModal()
  expect(isInModal('#own')).toBe(true)
  hideModal()
  expect(order()).toBe('before Refused. after')
  expect(find('#own').style.display).toBe('block')
})

test('a newer message takes the older one’s place', async () => {
  await mountPage(`${OWN}<p id="ok" data-ms-message="success"></p>`)
  openModal()
  showMessage('Refused.', true)
  showMessage('Saved.')
  expect([isInModal('#own'), isInModal('#ok'), host.children.length]).toEqual([false, true, 1])
})

test('the banner is moved there too', async () => {
  await mountPage('<main></main>')
  openModal()
  showMessage('Saved.')
  expect(isInModal('#ms-message')).toBe(true)
  hideModal()
  expect(find('#ms-message').parentElement).toBe(document.body)
})

test('nodes of a framework stay where they are: the banner speaks for them', async () => {
  await mountPage(`<div data-reactroot>${OWN}</div>`)
  const own = find('#own')
  openModal()
  showMessage('Refused.', true)
  expect([own.style.display, own.textContent]).toEqual(['', ''])
  expect([isInModal('#ms-message'), find('#ms-message-text').textContent]).toEqual([true, 'Refused.'])
})

test('an element that the page removed does not come back', async () => {
  await mountPage(OWN)
  openModal()
  showMessage('Refused.', true)
  find('#own').remove()
  hideModal()
  expect(document.querySelector('#own')).toBeNull()
  expect(order()).toBe('before after')
})

test('a form whose fields are named like properties of a form is a scope as any other', async () => {
  await mountPage(`<form><input name="querySelector">${OWN}</form><p id="page" data-ms-message="error"></p>`)
  const form = find('form')
  // As browsers do for fields of these names.
  for (const name of ['querySelector', 'isConnected']) {
    Object.defineProperty(form, name, { value: find('input'), configurable: true })
  }
  showMessage('In the form.', true, form)
  expect(find('#own').textContent).toBe('In the form.')
})
