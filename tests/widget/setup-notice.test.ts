// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { reportSetupProblem } from '../../widget/setup-notice'
import { expectConsole } from '../setup/console-watch'

const notices = () => [...document.querySelectorAll('ms-setup-notice')]

afterEach(() => notices().forEach((notice) => notice.remove()))

test.each(['localhost', 'shop.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
  'on %s a mistake in the tag shows on the page, once, and can be closed',
  (host) => {
    expectConsole('error', /^\[membership\] The tag is wrong\.$/)
    window.location.href = `http://${host}/page`
    reportSetupProblem(window, 'The tag is wrong.')
    reportSetupProblem(window, 'The tag is wrong.')
    expect(notices()).toHaveLength(1)
    const root = notices()[0]?.shadowRoot
    expect(root?.querySelector('[role=alert]')?.textContent).toContain('The tag is wrong.')
    root?.querySelector('button')?.click()
    expect(notices()).toEqual([])
  },
)

test.each(['shop.example', 'localhost.example', '127.0.0.1.example', '192.168.0.1'])(
  'visitors of %s see nothing: only the console has it',
  (host) => {
    expectConsole('error', /The tag is wrong/)
    window.location.href = `http://${host}/page`
    reportSetupProblem(window, 'The tag is wrong.')
    expect(notices()).toEqual([])
  },
)
