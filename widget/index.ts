import { boot } from './boot'
import { guardForms } from './directives/forms/guard-forms'
import { createGate } from './gating/gate'
import { reportProblem, tryOrUndefined } from './lib/errors'
import { readScriptTag } from './script-tag'
import { setReadiness } from './stores/app'

// Read first of all: the browser names the running script only now.
const tag = readScriptTag(document)

// An element with this id, a visitor's own, would be here too.
if (window.$memberstackDom && !(window.$memberstackDom instanceof Element)) {
  reportProblem('warn', 'The install script is on this page more than once. The first one is used.')
} else if (typeof tag === 'string') {
  failClosed(tag)
} else {
  try {
    boot(window, tag)
  } catch (error) {
    failClosed('The widget could not start.', error)
  }
}

/** Nothing starts, but what is for members must not show: as when no answer comes in time. */
function failClosed(...problem: [string, ...unknown[]]): void {
  reportProblem('error', ...problem)
  guardForms(window)
  tryOrUndefined(() => {
    setReadiness('timed-out')
    const gate = createGate(document, window)
    // A tag further down that is right has brought a gate of its own.
    document.addEventListener('memberstack.ready', () => gate.release(), { once: true })
  })
}
