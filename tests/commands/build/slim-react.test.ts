import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { REACT_ANSWERS, SCHEDULER_ANSWERS } from '../../../commands/build/react-answers.mjs'
import { REACT_FACTS, SCHEDULER_FACTS } from '../../../commands/build/react-facts.mjs'
import { withAnswers } from '../../../commands/build/slim-react.mjs'
import { withFacts } from '../../../commands/build/with-facts.mjs'
import { projectRoot } from '../../support/run-process'

const slim = (code: string, answers: Record<string, string>): string => withAnswers(code, parseAst(code), answers).code

describe('a function of React that the widget does not use', () => {
  test('answers at once, or does nothing', () => {
    expect(slim('function a(x) { return x + 1 } function b() { a() }', { a: 'false', b: '' })).toBe(
      'function a(x) { return false } function b() {}',
    )
  })

  test('stops the build when it is not there any more', () => {
    expect(() => slim('function a() {}', { gone: '' })).toThrow(/no longer has gone/)
  })
})

test.each([
  ['react-dom/cjs/react-dom-client.production.js', REACT_FACTS, REACT_ANSWERS],
  ['scheduler/cjs/scheduler.production.js', SCHEDULER_FACTS, SCHEDULER_ANSWERS],
] as const)('all that is said of %s is true of the version that is installed', (file, facts, answers) => {
  const code = readFileSync(join(projectRoot, 'node_modules', file), 'utf8')
  const answering = slim(code, answers)
  expect(withFacts(answering, parseAst(answering), facts, answers).code.length).toBeLessThan(code.length)
})
