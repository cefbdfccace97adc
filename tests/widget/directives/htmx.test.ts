// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { leavePage, mountPage } from '../../support/mount-page'

afterEach(leavePage)

/** Whether htmx would continue the action of an element. */
function goesOn(element: Element, boosted: boolean): boolean {
  return element.dispatchEvent(
    new CustomEvent('htmx:beforeRequest', { bubbles: true, cancelable: true, detail: { boosted } }),
  )
}

test.each([
  ['<a href="/login" data-ms-modal="login">', true, false],
  ['<a href="/out" data-ms-action="logout">', true, false],
  ['<a href="/in" data-ms-action="login-redirect">', true, true],
  ['<a href="/else">', true, true],
  // Requested by the author, on this element.
  ['<button hx-get="/bye" data-ms-action="logout">', false, true],
])('htmx, %s, boosted %s: continues %s', async (html, boosted, expected) => {
  const page = await mountPage(html)
  expect(goesOn(page.find('[href],button'), boosted)).toBe(expected)
})

test.each([true, false])(
  'htmx never sends our forms, boosted or not (%s), but always the page’s own',
  async (boosted) => {
    const page = await mountPage('<form id="ours" data-ms-form="login"></form><form id="own"></form>')
    expect(goesOn(page.find('#ours'), boosted)).toBe(false)
    expect(goesOn(page.find('#own'), boosted)).toBe(true)
  },
)

test('an ended widget leaves links alone, but still sends no password', async () => {
  const page = await mountPage('<a href="/login" data-ms-modal="login">Log in</a><form data-ms-form="login"></form>')
  page.engine.stop()
  expect(goesOn(page.find('a'), true)).toBe(true)
  expect(goesOn(page.find('form'), true)).toBe(false)
})
