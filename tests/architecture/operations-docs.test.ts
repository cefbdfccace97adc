import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPrometheusMetrics } from '../../api/http/metrics'
import { securityEvents } from '../../api/lib/security-log'
import { projectRoot } from '../support/run-process'
import { readTree } from './read-tree'

const markdown = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')

/** Rows that start with a name in code. */
const rows = new Map(
  markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, first = '', ...cells]) => (/^`[^`]+`$/u.test(first) ? [[first.slice(1, -1), cells] as const] : [])),
)

describe('docs/operations.md', () => {
  it.each(Object.entries(securityEvents))('explains the event %s as it is', (name, { outcome, what }) => {
    expect(rows.get(name)?.slice(0, 2)).toEqual([outcome, what])
  })

  it('explains only events that exist', () => {
    const explained = [...rows].filter(([, [outcome]]) => outcome === 'success' || outcome === 'failure')
    expect(explained.map(([name]) => name)).toEqual(Object.keys(securityEvents))
  })

  it('names exactly the metrics', async () => {
    const metrics = createPrometheusMetrics()
    metrics.database.hasPool(() => ({ open: 0, idle: 0, waiting: 0 }))
    metrics.setSources({ queues: () => Promise.resolve([]), logs: () => Promise.resolve([]) })
    const { text } = await metrics.read()
    const names = [...text.matchAll(/^# TYPE (membership_\w+) /gmu)].map(([, name]) => name)
    expect(new Set([...rows.keys()].filter((name) => name.startsWith('membership_')))).toEqual(new Set(names))
    const used = [...markdown.matchAll(/membership_[a-z_]+/gu)].map(([name]) => name.replace(/_(?:bucket|count)$/u, ''))
    expect(used.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('every event of the security log', () => {
  const tests = readTree().filter(({ path }) => path.startsWith('tests/api/') && path.endsWith('.test.ts'))

  it.each(Object.keys(securityEvents))('%s is tried from a real request, command or process', (name) => {
    const trying = tests.filter(({ path, text }) => /security-events|drain/u.test(path) && text.includes(`'${name}'`))
    expect(trying.map(({ path }) => path)).not.toEqual([])
  })
})
