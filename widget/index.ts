import { boot } from './boot'
import { reportProblem } from './lib/report-problem'
import { readScriptTag } from './script-tag'

// Read first of all: the browser names the running script only now.
const tag = readScriptTag(document)

if (window.$memberstackDom) {
  reportProblem('warn', 'The install script is on this page more than once. The first one is used.')
} else if (typeof tag === 'string') {
  reportProblem('error', tag)
} else {
  try {
    boot(window, tag)
  } catch (error) {
    reportProblem('error', 'The widget could not start.', error)
  }
}
