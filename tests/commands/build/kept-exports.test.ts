import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { KEPT_EXPORTS, withExports } from '../../../commands/build/kept-exports.mjs'
import { projectRoot } from '../../support/run-process'

const keep = (code: string, kept: string[]): string => withExports(code, parseAst(code), kept).code

describe('what is exported of React', () => {
  test('is what is kept, and nothing else', () => {
    expect(keep('exports.a = 1;exports.b = function () {};other.c = 3;', ['b'])).toBe(
      'exports.b = function () {};other.c = 3;',
    )
  })

  test('stays where it is set under a condition', () => {
    const code = 'if (fast) { exports.now = one } else { exports.now = two }'
    expect(keep(code, ['now'])).toBe(code)
  })

  test('must be there: else the build stops', () => {
    expect(() => keep('exports.a = 1;', ['gone'])).toThrow(/no longer exports gone/)
  })

  test.each(Object.entries(KEPT_EXPORTS))('in %s is just that list, which is shorter than React’s', (file, kept) => {
    const code = readFileSync(join(projectRoot, 'node_modules', file), 'utf8')
    const exportsOf = (text: string) => new Set(text.match(/(?<=exports\.)\w+(?= =\s)/g))
    expect(exportsOf(withExports(code, parseAst(code), kept).code)).toEqual(new Set(kept))
    expect(exportsOf(code).size).toBeGreaterThan(kept.length)
  })
})
