// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
import { leavePage, mountPage } from '../../../support/mount-page'

afterEach(leavePage)

const password = '<input type="password" name="password" data-ms-member="password">'

/** Whether the browser would submit the form itself, with the named button if there is one. */
function isSent(form: Element, submitter: HTMLElement | null = null): boolean {
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter })
  form.dispatchEvent(event)
  return !event.defaultPrevented
}

test.each([
  `<form data-ms-form="Login">${password}</form>`,
  `<form data-ms-form="log-in" method="get"><input type="password" name="p"></form>`,
  `<form data-ms-form="">${password}</form>`,
  `<form>${password}</form>`,
])('%s would put a password into the address: it is not sent, and the console says why', async (html) => {
  expectConsole('error', /not sent: it would put a password into the URL/)
  const page = await mountPage(html)
  expect(isSent(page.find('form'))).toBe(false)
})

test('nor by a button that turns a post into a get', async () => {
  expectConsole('error', /not sent: it would put a password into the URL/)
  const page = await mountPage(
    `<form data-ms-form="x" method="post">${password}<button formmethod="get"></button></form>`,
  )
  expect(isSent(page.find('form'), page.find('button'))).toBe(false)
})

test.each([
  `<form data-ms-form="x" method="post">${password}</form>`,
  `<form data-ms-form="x"><input name="q"></form>`,
  `<form><input type="password" name="password"></form>`,
])('%s is the page’s own', async (html) => {
  const page = await mountPage(html)
  expect(isSent(page.find('form'))).toBe(true)
})

test('a form handled by a script of the page is left alone', async () => {
  const page = await mountPage(`<form data-ms-form="x">${password}</form>`)
  page.find('form').addEventListener('submit', (event) => event.preventDefault())
  expect(isSent(page.find('form'))).toBe(false)
})
