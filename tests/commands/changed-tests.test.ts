import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changedTests, journeysOf, moduleOf } from '../../commands/test/changed-tests.mjs'
import { toGraph } from '../../commands/test/import-graph.mjs'
import { projectRoot } from '../support/run-process'

const imports = (...paths: string[]): string => paths.map((path) => `import { x } from '${path}'\n`).join('')
const graph = toGraph([
  { path: 'api/lib/text.ts', text: '' },
  { path: 'api/features/tags/repository.ts', text: imports('../../lib/text') },
  { path: 'api/features/tags/issue.ts', text: imports('./repository') },
  { path: 'api/features/tag-purchases/buy.ts', text: imports('../tags/issue') },
  { path: 'api/features/visits.ts', text: "import type { Text } from '../lib/text'" },
  {
    path: 'api/endpoints.ts',
    text: imports('./features/tags/issue', './features/tag-purchases/buy', './features/visits'),
  },
  { path: 'console/screens/members/bulk-dialog.tsx', text: '' },
  { path: 'console/ui/dialog.tsx', text: '' },
  { path: 'tests/support/start-api.ts', text: imports('../../api/endpoints', '../../api/features/tags/issue') },
  { path: 'tests/support/tag-rows.ts', text: imports('../../api/features/tags/repository') },
  { path: 'tests/api/features/tags/issue.test.ts', text: imports('../../../support/start-api') },
  { path: 'tests/api/features/tag-purchases/offers.test.ts', text: imports('../../../support/start-api') },
  { path: 'tests/api/features/visits.test.ts', text: imports('../../support/start-api') },
  { path: 'tests/api/http/rows.test.ts', text: imports('../../support/tag-rows') },
  { path: 'tests/api/lib/text.test.ts', text: imports('../../../api/lib/text') },
  { path: 'tests/durability/kill.test.ts', text: imports('../support/tag-rows') },
  ...['buy', 'check-a-trusttag', 'console-members', 'console-shell', 'gating-members'].map((name) => ({
    path: `tests/e2e/${name}.spec.ts`,
    text: '',
  })),
])
const testsFor = (...changed: string[]) => changedTests(changed, graph).tests
const journeysFor = (...changed: string[]) => changedTests(changed, graph).journeys

describe('the tests of a change', () => {
  it.each([
    ['api/features/tags/issue.ts', 'api/features/tags'],
    ['api/features/visits.ts', 'api/features/visits'],
    ['widget/modals/login/screen.tsx', 'widget/modals/login'],
    ['api/main.ts', 'api/main'],
  ])('the module of %s is %s', (path, module) => expect(moduleOf(path)).toBe(module))

  it('are those of its feature, of features that import it, and of its journeys', () => {
    expect(changedTests(['api/features/tags/issue.ts', 'README.md'], graph)).toEqual({
      tests: ['tests/api/features/tags/issue.test.ts', 'tests/api/features/tag-purchases/offers.test.ts'],
      journeys: ['tests/e2e/check-a-trusttag.spec.ts'],
    })
  })

  it('are those that import it over other files, but not over what starts the whole API, and none that take minutes', () => {
    expect(testsFor('api/features/tags/repository.ts')).toContain('tests/api/http/rows.test.ts')
    expect(testsFor('api/features/tags/repository.ts')).not.toContain('tests/api/features/visits.test.ts')
    expect(testsFor('api/features/tags/repository.ts')).not.toContain('tests/durability/kill.test.ts')
  })

  it('are not those that only import its types', () => {
    expect(testsFor('api/lib/text.ts')).not.toContain('tests/api/features/visits.test.ts')
    expect(testsFor('api/lib/text.ts')).toContain('tests/api/lib/text.test.ts')
  })

  it('are the one file of a small feature', () => {
    expect(testsFor('api/features/visits.ts')).toEqual(['tests/api/features/visits.test.ts'])
  })

  it('are a changed test or journey itself', () => {
    expect(changedTests(['tests/e2e/buy.spec.ts', 'tests/durability/kill.test.ts'], graph)).toEqual({
      tests: ['tests/durability/kill.test.ts'],
      journeys: ['tests/e2e/buy.spec.ts'],
    })
  })

  it('are the journeys of the screen for the console, or of its shell', () => {
    expect(journeysFor('console/screens/members/bulk-dialog.tsx')).toEqual(['tests/e2e/console-members.spec.ts'])
    expect(journeysFor('console/ui/dialog.tsx')).toEqual(['tests/e2e/console-shell.spec.ts'])
    expect(journeysFor('api/features/members/fields.ts')).toEqual(['tests/e2e/gating-members.spec.ts'])
  })

  it('name journeys that exist', () => {
    const entries = readdirSync(join(projectRoot, 'tests'), { recursive: true, encoding: 'utf8' })
    const specs = entries
      .map((name) => `tests/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.spec.ts'))
    const words = Object.values(journeysOf).flat()
    expect(words.filter((word) => !specs.some((spec) => spec.includes(word)))).toEqual([])
  })
})
