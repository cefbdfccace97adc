import { boot } from './boot'
import { guardForms } from './directives/forms/guard-forms'
import { createGate } from './gating/gate'
import { reportProblem, tryOrUndefined } from './lib/errors'
import { readScriptTag } from './script-tag'
import { reportSetupProblem } from './setup-notice'
import { setReadiness } from './stores/app'

// Read first: the browser names the running script only now.
const tag = readScriptTag(document)

// An element with this ID would also be found here.
if (window.$memberstackDom && !(window.$memberstackDom instanceof Element)) {
  reportProblem('warn', 'The install script is on this page more than once. The first one is used.')
} else if (typeof tag === 'string') {
  reportSetupProblem(window, tag)
  failClosed()
} else {
  try {
    boot(window, tag)
  } catch (error) {
    reportProblem('error', 'The widget could not start.', error)
    failClosed()
  }
}

/** Nothing starts, but members' content must stay hidden, as after a timeout. */
function failClosed(): void {
  guardForms(window)
  tryOrUndefined(() => {
    setReadiness('timed-out')
    const gate = createGate(document, window)
    // A valid tag further down has its own gate.
    document.addEventListener('memberstack.ready', () => gate.release(), { once: true })
  })
}
