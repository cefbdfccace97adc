import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneEngineNames } from '../one-engine.mjs'
import { projectRoot } from '../support/run-process'
import { crumbs, isCatalogue } from './crumbs.mjs'
import { ARCHITECTURE_MAX_BYTES, finishedFolders, keptCrumbs } from './finished-folders'
import { circles, closureOf, readGraph, toGraph } from './import-graph.mjs'
import { moduleEdges, moduleOf, upwardArrows } from './module-order.mjs'

const graph = readGraph(projectRoot)
const isFinished = (path: string) => finishedFolders.some((folder) => path.startsWith(`${folder}/`))
const moved = (path: string) => moduleOf(path) !== null && isFinished(path)

describe('the shape of the finished folders', () => {
  it('has no file under 40 lines with one importer', () => {
    expect(crumbs(graph, isFinished)).toEqual(Object.keys(keptCrumbs).toSorted())
  })

  it('has no arrow upward', () => {
    expect(upwardArrows(graph).filter((arrow) => moved(arrow.split(' ')[0] ?? ''))).toEqual([])
  })

  it('has no circle, types included', () => {
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

it('the tests that run on one engine only are named by names that exist', () => {
  const paths = readdirSync(join(projectRoot, 'tests/api'), { recursive: true, encoding: 'utf8' })
  const names = new Set(paths.map((path) => basename(path, '.test.ts')))
  expect(oneEngineNames.filter((name) => !names.has(name))).toEqual([])
})

describe('the reading of it', () => {
  const short = 'export const a = 1\n'
  const long = `${short.repeat(39)}export const b = 2\n`

  it('sees a crumb, but no entry point, catalogue, long file or file with two importers', () => {
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
    expect(isCatalogue('widget/inspector/rules/a.ts')).toBe(true)
  })

  it('sees an arrow upward and one between neighbours, types included', () => {
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

  it('sees a feature that has no place in the order', () => {
    const tree = toGraph([
      { path: 'api/features/new.ts', text: "import { c } from '../lib/c'" },
      { path: 'api/lib/c.ts', text: '' },
    ])
    expect(upwardArrows(tree)).toHaveLength(1)
  })

  it('follows what runs, and what is loaded on use', () => {
    const tree = toGraph([
      { path: 'api/a.ts', text: "import type { B } from './b'\nconst c = await import('./c')" },
      { path: 'api/b.ts', text: '' },
      { path: 'api/c.ts', text: "import './d'" },
      { path: 'api/d.ts', text: '' },
    ])
    expect([...closureOf(tree, 'api/a.ts', ({ typeOnly }) => !typeOnly)]).toEqual(['api/a.ts', 'api/c.ts', 'api/d.ts'])
  })
})
