import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { withoutUnused } from '../../../commands/build/slim-react.mjs'
import { projectRoot } from '../../support/run-process'

const slim = (code: string, unused: Record<string, string>, assignments: string[] = []): string =>
  withoutUnused(code, parseAst(code), unused, assignments).code

describe('what the widget does not use of react-dom', () => {
  test('a function answers at once, or does nothing', () => {
    expect(slim('function a(x) { return x + 1 } function b() { a() }', { a: 'false', b: '' })).toBe(
      'function a(x) { return false } function b() {}',
    )
  })

  test('an assignment is left out, and only the one that is named', () => {
    expect(slim('exports.a = 1;exports.b = 2;', {}, ['exports.a'])).toBe('exports.b = 2;')
  })

  test('a name that is not there any more stops the build', () => {
    expect(() => slim('function a() {}', { gone: '' })).toThrow(/no longer has gone/)
    expect(() => slim('exports.a = 1;', {}, ['exports.gone'])).toThrow(/no longer has exports.gone/)
  })

  test('every name is in the version that is installed, and more than a sixth of it goes with them', () => {
    const file = join(projectRoot, 'node_modules/react-dom/cjs/react-dom-client.production.js')
    const code = readFileSync(file, 'utf8')
    expect(withoutUnused(code, parseAst(code)).code.length).toBeLessThan((code.length * 5) / 6)
  })
})
