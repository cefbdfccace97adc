import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { fileURLToPath } from 'node:url'
import { budgets } from '../bench/budgets'

let files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]
let script: Rolldown.OutputChunk

/** The widget as shipped, built without touching `dist`. The script is the first file. */
async function buildWidget(external: RegExp[] = []) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const configFile = fileURLToPath(new URL('../../vite.widget.config.ts', import.meta.url))
  const options = { write: false, sourcemap: true, rolldownOptions: { external } }
  const built = await build({ root, configFile, logLevel: 'silent', build: options })
  const outputs = Array.isArray(built) ? built : [built]
  const [first, ...others] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  if (first?.type !== 'chunk') throw new Error('The build gave no script')
  return { script: first, files: [first, ...others] }
}

beforeAll(async () => {
  ;({ script, files } = await buildWidget())
})

const gzipBytes = (code: string): number => gzipSync(code, { level: 9 }).byteLength

test('it stays within its budgets, with React and without', async () => {
  expect(gzipBytes(script.code)).toBeLessThanOrEqual(budgets.bundleGzipBytes)
  const own = await buildWidget([/^(react|react-dom|scheduler)(\/|$)/])
  expect(own.script.code.length).toBeLessThan(script.code.length - 150_000)
  expect(gzipBytes(own.script.code)).toBeLessThanOrEqual(budgets.ownGzipBytes)
})

test('React is the unmodified package', async () => {
  const packages =
    script.map?.sources.filter((source) => /node_modules\/(react|react-dom|scheduler)\//.test(source)) ?? []
  expect(packages.length).toBeGreaterThan(3)
  for (const [index, source] of (script.map?.sources ?? []).entries()) {
    if (!packages.includes(source)) continue
    const path = source.slice(source.indexOf('node_modules/'))
    const shipped = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
    expect(script.map?.sourcesContent?.[index], path).toBe(shipped)
  }
})

const sources = () => (script.map?.sources ?? []).map((source) => source.replaceAll('\\', '/'))

test('the widget is one classic script and nothing beside it but the notices of what is in it', () => {
  const names = files.map(({ fileName }) => fileName).filter((name) => !name.endsWith('.map'))
  expect(names).toEqual(['membership.js', 'third-party-notices.txt'])
  expect(script.code).toMatch(/^\(function\(\)\{/)
  expect(script.code).not.toMatch(/\bimport\(/)
})

test('it makes no code from text', () => {
  expect(script.code).not.toMatch(/\beval\(|new Function\b/)
})

test('it carries no validator and none of the server’s tables', () => {
  expect(sources().filter((source) => source.includes('/valibot/'))).toEqual([])
  expect(sources().filter((source) => /contract\/(schemas|entities|rate-limits)/.test(source))).toEqual([])
  expect(script.code).not.toContain('This plan has reached its member limit.')
})

test('React is in it, but wrapped so that loading the page does not run it', async () => {
  expect(sources().some((source) => source.includes('/react-dom/'))).toBe(true)
  expect(script.code).toMatch(/Promise\.resolve\(\)\.then\(/)
})
