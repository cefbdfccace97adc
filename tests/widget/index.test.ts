// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember } from '../support/a-member'
import { painted } from '../../widget/lib/page-lifecycle'
import { expectConsole } from '../setup/console-watch'
import { eventually } from '../support/eventually'

beforeEach(() => {
  vi.resetModules()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  window.$memberstackDom?.destroy()
  document.adoptedStyleSheets = []
})

const run = () => import('../../widget/index')
const install = (attributes: string) =>
  document.head.insertAdjacentHTML(
    'beforeend',
    `<script type="inert" src="https://api.example/m.js" ${attributes}></script>`,
  )

test('the script sets the global object', async () => {
  install('data-memberstack-app="app_demo"')
  await run()
  expect(window.$memberstackDom).toMatchObject({ openModal: expect.any(Function), getApp: expect.any(Function) })
})

test('a tag without an app says so once and does nothing else', async () => {
  expectConsole('error', /has no app ID/)
  install('')
  await run()
  expect([window.$memberstackDom, vi.mocked(window.fetch).mock.calls.length]).toEqual([undefined, 0])
})

const sides =
  '<p data-ms-content="members"></p><p data-ms-content="vip"></p><a data-ms-action="logout"></a><p data-ms-content="!members"></p>'
const displays = () =>
  [...document.body.querySelectorAll('p,a')].map((element) => getComputedStyle(element).display === 'none')

test.each(['', 'data-memberstack-app="app demo"', 'data-memberstack-app="app_demo" data-ms-api="nowhere"'])(
  'a tag that is wrong (%s) opens no gate but the visitors’',
  async (attributes) => {
    expectConsole('error', /install script|app ID/)
    document.body.innerHTML = sides
    install(attributes)
    await run()
    expect(displays()).toEqual([true, true, true, false])
    expect(document.adoptedStyleSheets[0]?.cssRules[0]?.cssText).toContain('--ms-gate')
  },
)

test('a right tag below a wrong one opens its own gate', async () => {
  expectConsole('error', /has no app ID/)
  document.body.innerHTML = sides
  install('')
  await run()
  vi.resetModules()
  document.head.innerHTML = ''
  vi.mocked(window.fetch).mockRejectedValue(new Error('offline'))
  expectConsole('error', /could not be loaded/)
  install('data-memberstack-app="app_demo"')
  const { setMember } = await import('../../widget/stores/identity')
  const { setReadiness } = await import('../../widget/stores/app')
  await run()
  setMember(aMember())
  setReadiness('known')
  await eventually(() => expect(window.$memberstackReady).toBe(true))
  // The visitors' paragraph is removed, and so is content that only an unreachable app could allow.
  expect(displays()).toEqual([false, false])
  expect(document.querySelector('[data-ms-content="vip"]')).toBeNull()
})

test('a second copy of the script leaves the first in place', async () => {
  install('data-memberstack-app="app_demo"')
  await run()
  const first = window.$memberstackDom
  vi.resetModules()
  expectConsole('warn', /more than once/)
  await run()
  expect(window.$memberstackDom).toBe(first)
  await eventually(() => expect(vi.mocked(window.fetch)).toHaveBeenCalled())
  // A second call would follow in the next task.
  await painted(window)
  expect(vi.mocked(window.fetch)).toHaveBeenCalledOnce()
})

test('an element with the id of the global object does not pass for it', async () => {
  install('data-memberstack-app="app_demo"')
  Object.assign(window, { $memberstackDom: document.createElement('a') })
  await run()
  expect(window.$memberstackDom).toMatchObject({ getApp: expect.any(Function) })
})

test('a page on which the widget cannot start keeps running', async () => {
  expectConsole('error', /could not start/)
  install('data-memberstack-app="app_demo"')
  // A page that replaced fetch by something other than a function.
  Object.defineProperty(window, 'fetch', { value: {}, configurable: true })
  document.body.innerHTML = sides
  await run()
  expect(displays()).toEqual([true, true, true, false])
})
