import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { atFirstCall } from '../../../commands/build/at-first-call.mjs'

const deferred = (code: string): string => atFirstCall(code, parseAst(code)).code
const load = (code: string): Promise<Record<string, (...given: unknown[]) => unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(deferred(code))}`)

describe('a module that waits for its first call', () => {
  test('runs then, once for all of its functions, and answers at once', async () => {
    const { first, second } = await load(
      "globalThis.lazyRuns = [];\nlazyRuns.push('run');\nfunction one(a, b) { return [...lazyRuns, a, b] }\nconst two = () => lazyRuns;\nexport { one as first, two as second };\n",
    )
    expect('lazyRuns' in globalThis).toBe(false)
    expect(first?.(1, 2)).toEqual(['run', 1, 2])
    expect(second?.()).toEqual(['run'])
    Reflect.deleteProperty(globalThis, 'lazyRuns')
  })

  test('throws what its body throws, at every call', async () => {
    const { one } = await load("throw new Error('broken');\nfunction one() {}\nexport { one };\n")
    expect(() => one?.()).toThrow('broken')
    expect(() => one?.()).toThrow('broken')
  })

  test('keeps its imports outside, wherever those stood', () => {
    const code = deferred("import a from 'a';\nconst one = () => a;\nimport { b } from 'b';\nexport { one };\n")
    const [first, second, ...rest] = parseAst(code).body.map(({ type }) => type)
    expect([first, second]).toEqual(['ImportDeclaration', 'ImportDeclaration'])
    expect(rest).not.toContain('ImportDeclaration')
  })

  test('requires React within, so that it runs no earlier', () => {
    const code = deferred("import * as whole from 'react';\nconst one = () => whole.version;\nexport { one };\n")
    expect(parseAst(code).body.map(({ type }) => type)).not.toContain('ImportDeclaration')
    expect(code.indexOf('require("react")')).toBeGreaterThan(code.indexOf('const make ='))
    expect(() => deferred("import { version } from 'react';\nconst one = () => version;\nexport { one };\n")).toThrow(
      'react is to be imported whole',
    )
  })

  test.each([
    'const a = 1;\n',
    'export const a = 1;\n',
    "export { a } from 'a';\n",
    'const a = 1;\nexport default a;\n',
  ])('is refused with other exports than one list: %j', (code) => {
    expect(() => deferred(code)).toThrow(/One list of exports/)
  })
})
