import { transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSetting, settingNames } from '../../api/config/reader'
import { settingGroups } from '../../api/config/table'
import type { SettingGroup } from '../../api/lib/settings'
import { settingsDocument } from '../../commands/settings'
import { projectRoot } from '../support/run-process'
import { isCode, readTree } from './read-tree'
import type { TreeFile } from './read-tree'

/** Environment variables of commands that are not settings of the product. */
const OF_TOOLS = {
  PATH: 'where programs are',
  NO_COLOR: 'whether a terminal wants colours',
  NODE_ENV: 'set for libraries, replaced in what browsers get',
  INIT_CWD: 'where npm was called',
  npm_execpath: 'the npm that started this',
  npm_lifecycle_event: 'whether npm started this',
  BENCH_ROUNDS: 'how often the bench measures',
  CHROMIUM_PATH: 'the browser of the tests',
  TOKIO_WORKER_THREADS: 'the threads of libsql',
} as const

/** The settings reader, and the test runners. */
const NO_PRODUCT = /^(api\/config\/reader\.ts|commands\/test\/.*)$/
const PROGRAMS = /^(api|commands|contract|host-site|widget)\//
const NAMED = /(?<!context\.)\benv(?:\.|\[['"])([A-Za-z_]\w*)/g
const WHOLE = /\bprocess\.env\b(?!\.|\[)/

const files = readTree().filter(({ path }) => PROGRAMS.test(path) && isCode(path))

/** Without comments. */
const codeOf = ({ path, text }: TreeFile): string =>
  transformSync(text, { loader: path.endsWith('.tsx') ? 'tsx' : 'ts', jsx: 'preserve' }).code

const namesIn = (file: TreeFile): string[] =>
  file.text.includes('env') ? [...codeOf(file).matchAll(NAMED)].map(([, name = '']) => name) : []

describe('the environment', () => {
  it('is read by name for tools only: every setting comes through the table', () => {
    const direct = files
      .filter(({ path }) => !NO_PRODUCT.test(path))
      .flatMap((file) => namesIn(file).map((name) => ({ path: file.path, name })))
    expect(direct.filter(({ name }) => !Object.hasOwn(OF_TOOLS, name))).toEqual([])
    expect(direct.length).toBeGreaterThan(5)
  })

  it('is passed on as a whole only at the start of a program', () => {
    const allowed =
      /^(api\/main\.ts|commands\/runtime\/(commands|browser|run-child)\.mjs|commands\/(serve\/launch|bench\/run-bench|build\/release|test\/run-test)\.mjs)$/
    const others = files.filter((file) => WHOLE.test(file.text) && WHOLE.test(codeOf(file)) && !allowed.test(file.path))
    expect(others.map(({ path }) => path)).toEqual([])
  })

  it('is found when it is read directly', () => {
    const file = { path: 'api/a.ts', text: "// process.env.OURS\nexport const a = process.env['SMTP_URL']" }
    expect(namesIn(file)).toEqual(['SMTP_URL'])
    expect(namesIn({ ...file, text: 'export const a = process.env.SMTP_URL' })).toEqual(['SMTP_URL'])
    expect(WHOLE.test(codeOf({ ...file, text: 'export const a = f(process.env)' }))).toBe(true)
  })
})

describe('the table of settings', () => {
  // Without the rows of the table, which are in the same files as their readers.
  const readers = files
    .filter(({ path }) => path.startsWith('api/'))
    .map(({ path, text }) => ({ path, text: text.replace(/\bname: '[^']+'/gu, '') }))
  const groups: readonly SettingGroup[] = settingGroups
  const names = groups.flatMap(({ settings }) => settings.map(({ name }) => name))

  it.each(names)('holds %s, which is read', (name) => {
    const literal = name.replace(/^.*>_/, '')
    const reads = new RegExp(`['"_]${literal}['"\`]`, 'u')
    expect(readers.filter(({ text }) => reads.test(text)).map(({ path }) => path)).not.toEqual([])
  })

  it('holds every variable that documents and examples name', () => {
    const docs = readTree().filter(({ path }) => /^(docs\/.*|README)\.md$/.test(path))
    const assigned = docs.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:export )?([A-Z][A-Z0-9_]{3,})=/gm)].map(([, name = '']) => ({ path, name })),
    )
    const known = (name: string): boolean => findSetting(name.replace(/_FILE$/, '')) !== undefined
    expect(assigned.filter(({ name }) => !known(name) && !OF_OTHERS.has(name))).toEqual([])
    expect(settingNames.length).toBeGreaterThan(50)
  })

  it('is what docs/settings.md was made from; else run `npm run settings -- --write`', () => {
    expect(readFileSync(join(projectRoot, 'docs/settings.md'), 'utf8')).toBe(settingsDocument())
  })
})

/** Variables of other programs, of the benchmark and tests, and of the shell that runs an example. */
const OF_OTHERS = new Set([
  'BENCH_ONLY',
  'BENCH_ROUNDS',
  'NODE_EXTRA_CA_CERTS',
  'SECRET_KEY',
  'TOKEN',
  'W3C_SUITES_DIR',
])
