import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { inOneFunction } from '../../../commands/build/lazy-modals.mjs'

const wrapped = (code: string): string => inOneFunction(code, parseAst(code)).code

describe('the modals as one function', () => {
  test('make nothing before they are wanted, and export what they did', async () => {
    const code = wrapped("const all = [];\nfunction first() { return all }\nall.push('made');\nexport { first };\n")
    expect(code).toMatch(/^export const \{ first \} = \(\(\) => \{\n/)
    const module: { first: () => string[] } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect(module.first()).toEqual(['made'])
  })

  test('keep their imports outside, wherever those stood', () => {
    const code = wrapped(
      "import a from 'a';\nconst one = a;\nimport { b } from 'b';\nconst two = b;\nexport { one, two };\n",
    )
    expect(parseAst(code).body.map(({ type }) => type)).toEqual([
      'ImportDeclaration',
      'ImportDeclaration',
      'ExportNamedDeclaration',
    ])
    expect(code).toContain('return { one, two }')
  })

  test.each([
    'const a = 1;\n',
    'export const a = 1;\n',
    "export { a } from 'a';\n",
    'const a = 1;\nexport default a;\n',
  ])('are refused with other exports than one list: %j', (code) => {
    expect(() => wrapped(code)).toThrow(/One list of exports/)
  })
})
