import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneEngineNames, sameOnBothEngines } from '../one-engine.mjs'
import { projectRoot } from '../support/run-process'
import { crumbs, isCatalogue } from './crumbs.mjs'
import { ARCHITECTURE_MAX_BYTES, finishedFolders, keptCrumbs } from './finished-folders'
import { circles, closureOf, readGraph, toGraph } from '../../commands/test/import-graph.mjs'
import { moduleEdges, moduleOf, upwardArrows, upwardServices } from './module-order.mjs'

const README_MAX_LINES = 120

const graph = readGraph(projectRoot)
const isFinished = (path: string) => finishedFolders.some((folder) => path.startsWith(`${folder}/`))
const moved = (path: string) => moduleOf(path) !== null && isFinished(path)

describe('the shape of the finished folders', () => {
  it('has no file under 40 lines with one importer', () => {
    expect(crumbs(graph, isFinished)).toEqual(Object.keys(keptCrumbs).toSorted())
  })

  it('has no arrow upward', () => {
    const arrows = [...upwardArrows(graph), ...upwardServices(graph)]
    expect(arrows.filter((arrow) => moved(arrow.split(' ')[0] ?? ''))).toEqual([])
  })

  it('has no circular import, including types', () => {
    const byFile = new Map([...graph.imports].map(([path, edges]) => [path, new Set(edges.map(({ to }) => to))]))
    expect(circles(byFile).filter((group) => group.every(isFinished))).toEqual([])
    const unfinished = new Set([...graph.files.keys()].filter((path) => !isFinished(path)).map(moduleOf))
    expect(circles(moduleEdges(graph)).filter((group) => !group.some((name) => unfinished.has(name)))).toEqual([])
  })

  it('names folders that exist', () => {
    const paths = [...graph.files.keys()]
    expect(finishedFolders.filter((folder) => !paths.some((path) => path.startsWith(`${folder}/`)))).toEqual([])
  })
})

it('ARCHITECTURE.md is short', () => {
  expect(statSync(join(projectRoot, 'ARCHITECTURE.md')).size).toBeLessThanOrEqual(ARCHITECTURE_MAX_BYTES)
})

it('README.md is short and links to every document', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  expect(readme.split('\n').length).toBeLessThan(README_MAX_LINES)
  const documents = readdirSync(join(projectRoot, 'docs')).filter((name) => name.endsWith('.md'))
  expect(documents.filter((name) => !readme.includes(`(docs/${name})`))).toEqual([])
})

it('the list of tests for one database only contains existing names', () => {
  const paths = readdirSync(join(projectRoot, 'tests/api'), { recursive: true, encoding: 'utf8' })
  const names = new Set(paths.map((path) => basename(path, '.test.ts')))
  expect(oneEngineNames.filter((name) => !names.has(name))).toEqual([])
})

it('tests that try both databases themselves are not run again on PostgreSQL, and those of one are', () => {
  const same = sameOnBothEngines(projectRoot)
  expect(same).toContain('tests/api/database/backup/restore-backup.test.ts')
  expect(same).toContain('tests/api/start-api.test.ts')
  expect(same).not.toContain('tests/api/features/plans/team-seats.test.ts')
  expect(same).not.toContain('tests/api/features/webhooks/told-truth.test.ts')
})

describe('the check', () => {
  const short = 'export const a = 1\n'
  const long = `${short.repeat(39)}export const b = 2\n`

  it('finds a very small file, but no entry point, catalogue, long file or file with two importers', () => {
    const tree = toGraph([
      {
        path: 'api/features/a/routes.ts',
        text: "import { a } from './a'\nimport { b } from './b'\nimport type { C } from './c'",
      },
      {
        path: 'api/features/a/signup.ts',
        text: "import { b } from './b'\nimport { d } from '../../database/migrations/d'",
      },
      { path: 'api/features/a/a.ts', text: short },
      { path: 'api/features/a/b.ts', text: short },
      { path: 'api/features/a/c.ts', text: long },
      { path: 'api/database/migrations/d.ts', text: short },
    ])
    expect(crumbs(tree, () => true)).toEqual(['api/features/a/a.ts'])
    expect(isCatalogue('widget/modals/texts/a.ts')).toBe(true)
  })

  it('finds an upward import and one between neighbours, including types', () => {
    const tree = toGraph([
      { path: 'api/features/mail/outbox.ts', text: "import type { A } from '../accounts/signup'" },
      { path: 'api/features/visits.ts', text: "import { a } from './inbox'\nimport { b } from './mail/outbox'" },
      { path: 'api/features/inbox.ts', text: "const c = await import('../lib/c')" },
      { path: 'api/features/accounts/signup.ts', text: "export { d } from '../mail/outbox'" },
      { path: 'api/lib/c.ts', text: '' },
    ])
    expect(upwardArrows(tree)).toEqual([
      'api/features/mail/outbox.ts imports api/features/accounts/signup.ts: accounts is not below mail',
      'api/features/visits.ts imports api/features/inbox.ts: inbox is not below visits',
    ])
    expect(circles(moduleEdges(tree)).map((group) => group.toSorted())).toEqual([['accounts', 'mail']])
  })

  it('sees a service of a higher feature, which no import shows', () => {
    const tree = toGraph([
      {
        path: 'api/features/mirror/jobs.ts',
        text: "declare module '../../http/services' {\n  interface Services {\n    mirror: Mirror | null\n    copy(): void\n  }\n}",
      },
      { path: 'api/features/apps/a.ts', text: "type A = Pick<Services, 'clock' | 'copy'>" },
      { path: 'api/features/members/b.ts', text: "type B = Pick<\n  Services,\n  | 'mirror'\n  | 'copy'\n>" },
    ])
    expect(upwardServices(tree)).toEqual(['api/features/apps/a.ts names the service copy: mirror is not below apps'])
  })

  it('sees a feature that has no place in the order', () => {
    const tree = toGraph([
      { path: 'api/features/new.ts', text: "import { c } from '../lib/c'" },
      { path: 'api/lib/c.ts', text: '' },
    ])
    expect(upwardArrows(tree)).toHaveLength(1)
  })

  it('follows static and dynamic imports', () => {
    const tree = toGraph([
      { path: 'api/a.ts', text: "import type { B } from './b'\nconst c = await import('./c')" },
      { path: 'api/b.ts', text: '' },
      { path: 'api/c.ts', text: "import './d'" },
      { path: 'api/d.ts', text: '' },
    ])
    expect([...closureOf(tree, 'api/a.ts', ({ typeOnly }) => !typeOnly)]).toEqual(['api/a.ts', 'api/c.ts', 'api/d.ts'])
  })
})
