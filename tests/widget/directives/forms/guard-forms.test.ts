// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { attributeRows } from '../../../../widget/attributes'
import { expectConsole } from '../../../setup/console-watch'
import { leavePage, mountPage, settle } from '../../../support/mount-page'

afterEach(leavePage)

/** Whether the browser would submit the form itself. */
function isSent(form: Element): boolean {
  const event = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(event)
  return !event.defaultPrevented
}

test.each(attributeRows.form.values)(
  'the browser never sends a %s form, not even one that nothing was mounted on',
  async (kind) => {
    const page = await mountPage('<p></p>')
    page.find('p').innerHTML = `<form data-ms-form="${kind}"><input name="getAttribute"></form>`
    expect(isSent(page.find('form'))).toBe(false)
    await settle()
  },
)

test('nor once the widget has ended', async () => {
  const page = await mountPage('<form data-ms-form="login"></form>')
  page.engine.stop()
  expect(isSent(page.find('form'))).toBe(false)
})

test('nor when its directive could not start', async () => {
  expectConsole('error', /Directive "data-ms-form" failed/)
  vi.spyOn(HTMLFormElement.prototype, 'setAttribute').mockImplementationOnce(() => {
    throw new Error('frozen by the page')
  })
  const page = await mountPage('<form data-ms-form="login"></form>')
  expect(isSent(page.find('form'))).toBe(false)
})

test.each(['<form></form>', '<form data-ms-form="contact"></form>', '<form data-ms-form></form>'])(
  '%s is the page’s own',
  async (html) => {
    const page = await mountPage(html)
    expect(isSent(page.find('form'))).toBe(true)
    expect(page.find('form').hasAttribute('method')).toBe(false)
  },
)

test.each([
  ['', 'post'],
  ['method="GET"', 'post'],
  ['method="post"', 'post'],
  ['method="dialog"', 'dialog'],
])('a form with %o has the method %s, for scripts that send it unasked', async (method, expected) => {
  const page = await mountPage(`<form data-ms-form="login" ${method}></form>`)
  expect(page.find('form').getAttribute('method')).toBe(expected)
})
