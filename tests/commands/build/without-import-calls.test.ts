import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutImportCalls } from '../../../commands/build/without-import-calls.mjs'

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
