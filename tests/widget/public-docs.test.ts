import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../support/run-process'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const folder = readdirSync(join(projectRoot, 'widget/public')).map((file) => `widget/public/${file}`)
const sources = ['widget/public.ts', ...folder].map(read)

/** Method names of the interfaces, each with the error codes in its comment. */
const methods = sources.flatMap((source) =>
  [...source.matchAll(/^export interface (\w*Client)\b[^{]*\{\n(.*?)^\}/gmsu)].flatMap(([, , body = '']) =>
    [...body.matchAll(/^ {2}(?:\/\*\*((?:(?!\*\/).)*)\*\/\s*)?(\w+)(?:<[^>]*>)?\(/gmsu)].map(
      ([, doc = '', name = '']) => ({
        name,
        codes: [...(doc.split('@throws')[1] ?? '').matchAll(/`([a-z]+(?:-[a-z]+)+)`/gu)].map(([, code = '']) => code),
      }),
    ),
  ),
)

const markdown = read('docs/client.md')
const sections = markdown.split(/^## /mu)
/** Errors of all methods are listed once. */
const common = sections.filter((section) => section.startsWith('Results and errors'))

it('finds the methods in the sources', () => {
  expect(methods.length).toBeGreaterThan(60)
  expect(methods.find(({ name }) => name === 'getPlan')?.codes).toEqual(['plan-not-found'])
})

it('every method of the global object is documented, with every code that it names, and no other is', () => {
  const missing = methods.filter(({ name }) => !markdown.includes(`\`${name}(`)).map(({ name }) => name)
  expect(missing).toEqual([])
  const unsaid = methods.flatMap(({ name, codes }) => {
    const about = [...common, ...sections.filter((section) => section.includes(`\`${name}(`))].join('\n')
    return codes.filter((code) => !about.includes(`\`${code}\``)).map((code) => `${name}: ${code}`)
  })
  expect(unsaid).toEqual([])
  const known = new Set(methods.map(({ name }) => name))
  const tables = markdown.split('\n').filter((line) => line.startsWith('| `'))
  const named = tables.flatMap((line) =>
    [...(line.split(' | ')[0] ?? '').matchAll(/`(\w+)\(/gu)].map(([, name = '']) => name),
  )
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
