import { existsSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'

import { eagerFunctions, RUN_AT_LOAD, withEagerHints } from '../../../commands/build/eager-functions.mjs'

const hinted = (code: string): string => withEagerHints(code, parseAst(code)).code

describe('functions that run at page load', () => {
  test.each([
    ['const a = () => 1', 'const a = (() => 1)'],
    ['const a = function () {}', 'const a = (function () {})'],
    ['run((x) => x)', 'run(((x) => x))'],
    ['const a = { b: () => 1 }', 'const a = { b: (() => 1) }'],
  ])('%s gets an eager hint', (code, expected) => {
    expect(hinted(code)).toBe(expected)
  })

  test('a declaration becomes a variable at the top of the module', async () => {
    const code =
      'export const two = one() + 1\nexport async function later() { return two }\nfunction one() { return 1 }'
    const module: { two: number; later: () => Promise<number> } = await import(
      `data:text/javascript,${encodeURIComponent(hinted(code))}`
    )
    expect(module.two).toBe(2)
    expect(await module.later()).toBe(2)
    expect(hinted(code)).toContain('var one = (function ()')
  })

  test.each(['const a = { b() { return 1 }, get c() { return 2 } }', 'class A { b() {} }', 'const a = 1'])(
    '%s stays as it is',
    (code) => {
      expect(hinted(code)).toBe(code)
    },
  )
})

test('modules that load on a click are unchanged', () => {
  const { transform } = eagerFunctions()
  const run = typeof transform === 'function' ? transform : () => undefined
  const parsed: string[] = []
  const context = { parse: (code: string) => (parsed.push(code), parseAst(code)) }
  for (const path of [
    'widget/modals/modal.tsx',
    'widget/directives/forms/form.ts',
    'react-dom/index.js',
    'widget/boot.ts',
  ])
    Reflect.apply(run, context, [`/* ${path} */`, `/project/${path}`])
  expect(parsed).toEqual(['/* widget/boot.ts */'])
})

test('every module in the list exists', () => {
  expect(RUN_AT_LOAD.filter((file) => !existsSync(file))).toEqual([])
})
