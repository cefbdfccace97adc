import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { joinModules } from '../../../../commands/build/declarations/join-modules.mjs'
import { readModule } from '../../../../commands/build/declarations/read-module.mjs'

/** @param texts declarations by path; `a.d.ts` is the entry */
function join(texts: Record<string, string>): string {
  const modules = Object.entries(texts).map(
    ([path, text]) => [path, readModule(path, text, parseSync(path, text).program.body)] as const,
  )
  return joinModules('a.d.ts', new Map(modules))
}

describe('joining declarations', () => {
  it('exports what the entry exports, and declares its dependencies without export', () => {
    const joined = join({
      'a.d.ts': "import type { B } from './folder/b'\nexport interface A { b: B }",
      'folder/b.d.ts': "import type { C } from '../c'\nexport interface B { c: C }\nexport interface Unused {}",
      'c.d.ts': 'export type C = string',
    })
    expect(joined).toBe('export interface A { b: B }\n\ninterface B { c: C }\n\ntype C = string\n\nexport {}\n')
  })

  it('follows named and whole re-exports', () => {
    const joined = join({
      'a.d.ts': "export type * from './b'\nexport type { D } from './d'",
      'b.d.ts': "import type { C } from './c'\nexport type { C }\nexport type B = 1",
      'c.d.ts': 'export type C = 2',
      'd.d.ts': 'export type D = 3',
    })
    expect(joined).toContain('export type B = 1')
    expect(joined).toContain('export type C = 2')
    expect(joined).toContain('export type D = 3')
  })

  it('follows base interfaces and global blocks', () => {
    const joined = join({
      'a.d.ts':
        "import type { B, C } from './b'\ndeclare global { interface Window { c: C } }\nexport interface A extends B<C> {}",
      'b.d.ts': 'export interface B<T> { t: T }\nexport type C = 1',
    })
    expect(joined).toMatch(/^declare global \{/u)
    expect(joined).toContain('interface B<T> { t: T }')
    expect(joined).toContain('type C = 1')
  })

  it('keeps the comment of a declaration, but not of its file', () => {
    const joined = join({ 'a.d.ts': '/** A file. */\n\n/** What A is. */\nexport type A = 1' })
    expect(joined).toBe('/** What A is. */\nexport type A = 1\n\nexport {}\n')
  })

  it('turns lists and tables into unions: a declaration must not promise values', () => {
    const joined = join({
      'a.d.ts':
        "import type { list } from './b'\nimport type { Code } from './b'\nexport type A = (typeof list)[number]\nexport type { Code }",
      'b.d.ts':
        "export declare const list: readonly ['x', 'y']\nexport declare const table: { readonly 'not-found': 404; readonly gone: 410 }\nexport type Code = keyof typeof table",
    })
    expect(joined).toContain('type A = "x" | "y"')
    expect(joined).toContain('type Code = "not-found" | "gone"')
    expect(joined).not.toContain('const')
  })

  it.each([
    [
      'two declarations of one name',
      {
        'a.d.ts': "import type { B } from './b'\nexport interface A { b: B }\ntype C = 1\nexport type D = C",
        'b.d.ts': 'type C = 2\nexport type B = C',
      },
    ],
    ['a declaration in two parts', { 'a.d.ts': 'export interface A { b: 1 }\nexport interface A { c: 2 }' }],
    ['a package', { 'a.d.ts': "import type { B } from 'valibot'\nexport type A = B" }],
    ['any', { 'a.d.ts': 'export type A = any' }],
    ['an import in a type', { 'a.d.ts': "export type A = import('./b').B" }],
    ['the type of another value', { 'a.d.ts': 'declare const b: { c: 1 }\nexport type A = typeof b' }],
    ['a module that is missing', { 'a.d.ts': "import type { B } from './b'\nexport type A = B" }],
  ])('refuses %s', (_, modules) => {
    expect(() => join(modules)).toThrow()
  })
})
