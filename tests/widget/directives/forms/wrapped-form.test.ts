// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
import { leavePage, mountPage, settle } from '../../../support/mount-page'

const fields = `
  <input type="email" data-ms-member="email" value="ada@example.com">
  <input type="password" data-ms-member="password" value="correct horse">
  <button>Go</button>`

afterEach(leavePage)

test('is used for the one form in the element, with related attributes, and reported', async () => {
  expectConsole('warn', /data-ms-form="login" belongs on the <form>/)
  const page = await mountPage(
    `<div data-ms-form="login" redirect="/course"><form redirect="/own">${fields}</form></div>`,
  )
  await settle()
  page.find('button').click()
  await settle()
  expect(page.client.loginMemberEmailPassword).toHaveBeenCalledOnce()
  expect(page.find('form').getAttribute('redirect')).toBe('/own')
  expect(page.find('form').getAttribute('method')).toBe('post')
})

test.each([
  ['two forms', '<div data-ms-form="login"><form id="a"></form><form></form></div>'],
  ['no form', '<div data-ms-form="login"></div>'],
  ['a form that says itself what it is', '<div data-ms-form="login"><form data-ms-form="signup"></form></div>'],
  ['a value that means nothing', '<div data-ms-form="dance"><form></form></div>'],
])('has no effect around %s', async (_case, html) => {
  const page = await mountPage(html)
  await settle()
  expect(page.find('div').outerHTML.match(/data-ms-form="login"/g)?.length ?? 0).toBe(html.includes('login') ? 1 : 0)
})
