// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGE_BANNER_MS } from '../../../../contract/limits'
import { $message, showMessage } from '../../../../widget/stores/feedback'
import { find, leavePage, mountPage } from '../../../support/mount-page'
import { eventually } from '../../../support/eventually'

const own = (id: string, kind: string): string =>
  `<div id="${id}" data-ms-message="${kind}"><b>!</b><span data-ms-message-text></span><i data-ms-message-close>×</i></div>`
const text = (id: string): string => find(`#${id} [data-ms-message-text]`).textContent
const isUp = (selector: string): boolean => getComputedStyle(find(selector)).display === 'block'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  leavePage()
  vi.useRealTimers()
})

test('the page’s own element shows the text and leaves the rest of it alone', async () => {
  await mountPage(own('ok', 'success') + own('bad', 'error'))
  showMessage('Saved.')
  expect([isUp('#ok'), text('ok'), isUp('#bad')]).toEqual([true, 'Saved.', false])
  expect(find('#ok b').textContent).toBe('!')
  showMessage('Refused.', true)
  expect([isUp('#ok'), isUp('#bad'), text('bad')]).toEqual([false, true, 'Refused.'])
})

test('one inside the scope comes first, else the first on the page', async () => {
  await mountPage(`${own('page', 'error')}<form>${own('form', 'error')}</form><section></section>`)
  showMessage('In the form.', true, find('form'))
  expect([isUp('#page'), isUp('#form')]).toEqual([false, true])
  showMessage('On the page.', true, find('section'))
  expect([isUp('#page'), isUp('#form')]).toEqual([true, false])
})

test('it hides after its time, not before', async () => {
  await mountPage(own('ok', 'success'))
  showMessage('Saved.')
  vi.advanceTimersByTime(MESSAGE_BANNER_MS - 1)
  expect(find('#ok').style.display).toBe('block')
  vi.advanceTimersByTime(1)
  expect(find('#ok').style.display).toBe('none')
  expect($message.get()).toBeNull()
})

test('a newer message has a time of its own', async () => {
  await mountPage(own('ok', 'success'))
  showMessage('One.')
  vi.advanceTimersByTime(MESSAGE_BANNER_MS - 1)
  showMessage('Two.')
  vi.advanceTimersByTime(MESSAGE_BANNER_MS - 1)
  expect([find('#ok').style.display, text('ok')]).toEqual(['block', 'Two.'])
})

test.each([
  ['pointerenter', 'pointerleave'],
  ['focusin', 'focusout'],
])('its timer stops between %s and %s', async (enter, leave) => {
  await mountPage(own('ok', 'success'))
  showMessage('Saved.')
  vi.advanceTimersByTime(5_000)
  find('#ok').dispatchEvent(new Event(enter))
  vi.advanceTimersByTime(60_000)
  expect(find('#ok').style.display).toBe('block')
  find('#ok').dispatchEvent(new Event(leave))
  await Promise.resolve()
  vi.advanceTimersByTime(MESSAGE_BANNER_MS - 5_000 - 1)
  expect(find('#ok').style.display).toBe('block')
  vi.advanceTimersByTime(1)
  expect(find('#ok').style.display).toBe('none')
})

test.each(['click', 'Enter'])('the close control hides it at once: %s', async (how) => {
  await mountPage(own('ok', 'success'))
  showMessage('Saved.')
  const close = find('#ok [data-ms-message-close]')
  if (how === 'click') close.click()
  else close.dispatchEvent(new KeyboardEvent('keydown', { key: how, bubbles: true }))
  expect(find('#ok').style.display).toBe('none')
})

test('the focus goes back to where it came from when the message closes', async () => {
  await mountPage(`<input id="name">${own('ok', 'success')}`)
  find('#name').focus()
  showMessage('Saved.')
  const close = find('#ok [data-ms-message-close]')
  close.focus()
  find('#ok').dispatchEvent(new FocusEvent('focusin', { relatedTarget: find('#name') }))
  close.click()
  expect(document.activeElement).toBe(find('#name'))
})

test('is announced: successes politely, errors at once; a cross gets a name', async () => {
  await mountPage(own('ok', 'success') + own('bad', 'error'))
  const live = (selector: string) => [find(selector).getAttribute('role'), find(selector).getAttribute('aria-live')]
  expect(live('#ok')).toEqual(['status', 'polite'])
  expect(live('#bad')).toEqual(['alert', 'assertive'])
  expect(find('#ok i').getAttribute('aria-label')).toBe('Close message')
  expect([find('#ok i').getAttribute('role'), find('#ok i').tabIndex]).toEqual(['button', 0])
})

test('an element without a text slot shows the text and keeps its children', async () => {
  await mountPage('<p id="plain" data-ms-message="success"></p><p id="rich" data-ms-message="error"><b>Oh</b></p>')
  showMessage('Saved.')
  expect(find('#plain').textContent).toBe('Saved.')
  showMessage('Refused.', true)
  expect(find('#rich').textContent).toBe('Refused.Oh')
})

test('the page’s own element is hidden while there is nothing to say', async () => {
  await mountPage(own('ok', 'success'))
  expect(getComputedStyle(find('#ok')).display).toBe('none')
})

test('a page without an element of its own gets a banner, with a close button', async () => {
  await mountPage('<main></main>')
  showMessage('<b>Refused.</b>', true)
  expect(find('#ms-message').getAttribute('role')).toBe('alert')
  expect(find('#ms-message-text').textContent).toBe('<b>Refused.</b>')
  expect(find('#ms-message').style.display).toBe('block')
  await eventually(() => {
    find('#ms-status-close').click()
    expect(find('#ms-message').style.display).toBe('none')
  })
  showMessage('Saved.')
  expect(find('#ms-message').getAttribute('role')).toBe('status')
  expect(document.querySelectorAll('#ms-message')).toHaveLength(1)
})

test('the end of the widget takes the banner away', async () => {
  const page = await mountPage('<main></main>')
  showMessage('Saved.')
  page.engine.stop()
  expect(document.querySelector('#ms-message')).toBeNull()
})
