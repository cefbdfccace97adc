import { beforeAll, expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { fileURLToPath } from 'node:url'

let files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]
let script: Rolldown.OutputChunk

/** The widget as it is shipped, built without touching `dist`. */
beforeAll(async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const configFile = fileURLToPath(new URL('../../vite.widget.config.ts', import.meta.url))
  const built = await build({ root, configFile, logLevel: 'silent', build: { write: false, sourcemap: true } })
  const outputs = Array.isArray(built) ? built : [built]
  files = outputs.flatMap((one) => ('output' in one ? one.output : []))
  const [first] = files
  if (first?.type !== 'chunk') throw new Error('The build gave no script')
  script = first
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
  expect(script.code).not.toContain('This plan has no places left.')
})

test('React is in it, but wrapped so that loading the page does not run it', async () => {
  expect(sources().some((source) => source.includes('/react-dom/'))).toBe(true)
  expect(script.code).toMatch(/Promise\.resolve\(\)\.then\(/)
})
