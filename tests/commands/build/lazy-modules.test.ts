import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { atFirstCall, withoutImportCalls } from '../../../commands/build/lazy-modules.mjs'

const deferred = (code: string): string => atFirstCall(code, parseAst(code)).code
const load = (code: string): Promise<Record<string, (...given: unknown[]) => unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`)

describe('a module that waits for its first call', () => {
  test('runs once for all functions, synchronously', async () => {
    const { first, second } = await load(
      deferred(
        "globalThis.lazyRuns = [];\nlazyRuns.push('run');\nfunction one(a, b) { return [...lazyRuns, a, b] }\nconst two = () => lazyRuns;\nexport { one as first, two as second };\n",
      ),
    )
    expect('lazyRuns' in globalThis).toBe(false)
    expect(first?.(1, 2)).toEqual(['run', 1, 2])
    expect(second?.()).toEqual(['run'])
    Reflect.deleteProperty(globalThis, 'lazyRuns')
  })

  test('throws the error of its body at every call', async () => {
    const { one } = await load(deferred("throw new Error('broken');\nfunction one() {}\nexport { one };\n"))
    expect(() => one?.()).toThrow('broken')
    expect(() => one?.()).toThrow('broken')
  })

  test('keeps its imports outside, wherever they were', () => {
    const code = deferred("import a from 'a';\nconst one = () => a;\nimport { b } from 'b';\nexport { one };\n")
    const types = parseAst(code).body.map(({ type }) => type)
    expect(types.filter((type) => type === 'ImportDeclaration')).toHaveLength(2)
  })

  test.each([
    ["import * as whole from 'react';", 'whole.version'],
    ["import whole from 'react';", 'whole.version'],
    ["import whole, { version as v } from 'react';", 'whole.version + v'],
    ["import { version } from 'react-dom';", 'version'],
    ["import { default as whole, version as v } from 'react';", 'whole.version + v'],
  ])('requires React inside, so that it runs no earlier: %s', async (line, value) => {
    const code = deferred(`${line}\nconst one = () => ${value};\nexport { one };\n`)
    expect(parseAst(code).body.map(({ type }) => type)).not.toContain('ImportDeclaration')
    expect(code.indexOf('require("react')).toBeGreaterThan(code.indexOf('const make ='))
    const { one } = await load(`const require = () => ({ version: '19' });\n${code}`)
    expect(one?.()).toMatch(/^19/)
  })

  test.each([
    'const a = 1;\n',
    'export const a = 1;\n',
    "export { a } from 'a';\n",
    'const a = 1;\nexport default a;\n',
  ])('is refused without a single list of exports: %j', (code) => {
    expect(() => deferred(code)).toThrow(/one list of exports/)
  })
})

const rewritten = (code: string): string | undefined =>
  withoutImportCalls(code, parseAst(code), (path) => path === './lazy')?.code

test('a lazy module is imported with the page, under names of its own', () => {
  expect(rewritten("async function a() { const { b, c } = await import('./lazy'); return b(c) }")).toBe(
    "import { b as lazy$b, c as lazy$c } from './lazy'\nasync function a() { const { b, c } = await { b: lazy$b, c: lazy$c }; return b(c) }",
  )
})

test('other imports stay calls', () => {
  expect(rewritten("import('./other')")).toBeUndefined()
})

test.each(["import('./lazy')", "const all = await import('./lazy').then((it) => it)"])(
  'a lazy module that is imported in another way stops the build: %s',
  (code) => {
    expect(() => rewritten(code)).toThrow(/lazy module/)
  },
)
