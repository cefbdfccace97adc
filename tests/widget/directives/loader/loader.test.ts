// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loaderMethods } from '../../../../widget/client/create-client'
import { $loading, startLoading } from '../../../../widget/stores/feedback'
import { comeBack } from '../../../support/come-back'
import { fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage } from '../../../support/mount-page'

const loader = '<div data-ms-loader id="loader" style="display: none">Wait</div>'
const shown = (): boolean => isShown(find('#loader'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  $loading.set(0)
})
afterEach(() => {
  leavePage()
  vi.useRealTimers()
})

test('a loader is hidden until something has been on its way for a moment, then until all of it is over', async () => {
  await mountPage(loader)
  const ends = [startLoading(), startLoading()]
  vi.advanceTimersByTime(99)
  expect(shown()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(shown()).toBe(true)
  ends[0]?.()
  expect(shown()).toBe(true)
  ends[1]?.()
  expect(shown()).toBe(false)
})

test('what is over in a blink shows no loader', async () => {
  await mountPage(loader)
  const end = startLoading()
  vi.advanceTimersByTime(50)
  end()
  vi.advanceTimersByTime(1_000)
  expect(shown()).toBe(false)
})

test('the page shows and hides it by script', async () => {
  await mountPage(loader)
  const { _showLoader, _hideLoader } = loaderMethods()
  _showLoader()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe(true)
  _hideLoader()
  expect(shown()).toBe(false)
})

test('a form that is being sent shows it, also where it leads to another page', async () => {
  const client = fakeClient()
  const { data } = await client.loginMemberEmailPassword({ email: '', password: '' })
  let answer = (): void => {}
  client.loginMemberEmailPassword.mockReturnValue(new Promise((resolve) => (answer = () => resolve({ data }))))
  const page = await mountPage(`${loader}<form data-ms-form="login" redirect="/next"><button>Go</button></form>`, {
    client,
  })
  page.find('button').click()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe(true)
  answer()
  await page.settle()
  expect(page.visited).toHaveLength(1)
  expect(shown()).toBe(true)
  await comeBack()
  expect(shown()).toBe(false)
})

test('a logout shows it', async () => {
  const client = fakeClient()
  client.logout.mockReturnValue(new Promise(() => {}))
  const page = await mountPage(`${loader}<button data-ms-action="logout">Out</button>`, { client })
  page.find('button').click()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe(true)
})

test('who comes back to the page finds no loader, and the next wait shows it again', async () => {
  await mountPage(loader)
  startLoading()
  vi.advanceTimersByTime(100)
  await comeBack()
  expect(shown()).toBe(false)
  const end = startLoading()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe(true)
  end()
  expect(shown()).toBe(false)
})

test('it is read aloud politely, by a name if it has no words; what its author said stands', async () => {
  await mountPage('<i data-ms-loader id="a"></i><b data-ms-loader id="b" role="alert">Wait</b>')
  expect(find('#a').getAttribute('role')).toBe('status')
  expect(find('#a').getAttribute('aria-label')).toBe('Loading')
  expect(find('#b').getAttribute('role')).toBe('alert')
  expect(find('#b').hasAttribute('aria-label')).toBe(false)
})

test('when the widget ends, the element is its author’s again', async () => {
  const page = await mountPage('<div data-ms-loader id="loader" style="display: grid">Wait</div>')
  expect(shown()).toBe(false)
  page.engine.stop()
  expect(find('#loader').style.display).toBe('grid')
})
