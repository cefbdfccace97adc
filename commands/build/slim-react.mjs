import MagicString from 'magic-string'
import { KEPT_EXPORTS, withExports } from './kept-exports.mjs'
import { REACT_ANSWERS, SCHEDULER_ANSWERS } from './react-answers.mjs'
import { REACT_FACTS, SCHEDULER_FACTS } from './react-facts.mjs'
import { withFacts } from './with-facts.mjs'

const REACT_DOM = '/react-dom/cjs/react-dom-client.production.js'
const SCHEDULER = '/scheduler/cjs/scheduler.production.js'

/**
 * Leaves out of the bundle what the widget does not use of React: 40 kB of the compressed script. The version is pinned
 * and every name must be found, so a new version of React cannot slip past the tables; that the widget's own code keeps
 * away from these features is a test (tests/architecture/react-features).
 * @returns {import('vite').Plugin[]}
 */
export function slimReact() {
  return [
    {
      name: 'slim-react:answers',
      transform(code, id) {
        if (id.endsWith(REACT_DOM)) return withAnswers(code, this.parse(code), REACT_ANSWERS)
        return id.endsWith(SCHEDULER) ? withAnswers(code, this.parse(code), SCHEDULER_ANSWERS) : null
      },
    },
    {
      name: 'slim-react:facts',
      transform(code, id) {
        if (id.endsWith(REACT_DOM)) return withFacts(code, this.parse(code), REACT_FACTS, REACT_ANSWERS)
        return id.endsWith(SCHEDULER) ? withFacts(code, this.parse(code), SCHEDULER_FACTS, SCHEDULER_ANSWERS) : null
      },
    },
    {
      name: 'slim-react:exports',
      transform(code, id) {
        if (/\/react-dom\/(client|index)\.js$/.test(id)) return { code: productionOnly(code), map: null }
        const file = Object.keys(KEPT_EXPORTS).find((one) => id.endsWith(`/${one}`))
        return file ? withExports(code, this.parse(code), KEPT_EXPORTS[file]) : null
      },
    },
  ]
}

/**
 * Functions that do nothing but answer. The bundler then drops what only these were calling.
 * @param {string} code
 * @param {{ body: any[] }} program
 * @param {Readonly<Record<string, string>>} answers function → what it answers instead; without a value, nothing
 */
export function withAnswers(code, program, answers) {
  const text = new MagicString(code)
  const missing = new Set(Object.keys(answers))
  for (const { type, id, body } of program.body) {
    if (type !== 'FunctionDeclaration' || !missing.delete(id.name)) continue
    const answer = answers[id.name]
    text.overwrite(body.start, body.end, answer ? `{ return ${answer} }` : '{}')
  }
  if (missing.size > 0) throw new Error(`React no longer has ${[...missing].join(', ')}: look at react-answers.mjs.`)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}

/** Without the choice of a build, and what browser tools for React are told of it. @param {string} code */
function productionOnly(code) {
  const [required] = /require\('[^']+\.production\.js'\)/.exec(code) ?? []
  if (!required) throw new Error('React no longer has a production build: look at slim-react.mjs.')
  return `module.exports = ${required}\n`
}
