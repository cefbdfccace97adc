import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changedTests, journeysOf, moduleOf } from '../../commands/test/changed-tests.mjs'
import { projectRoot } from '../support/run-process'

const files = [
  { path: 'tests/api/features/tags/issue.test.ts', text: "import { startTestApi } from '../../../support/start-api'" },
  { path: 'tests/api/features/visits.test.ts', text: '' },
  {
    path: 'tests/api/features/tags/tag-files.test.ts',
    text: "import { toFile } from '../../../api/features/tags/documents'",
  },
  { path: 'tests/api/lib/text.test.ts', text: "import { text } from '../../../api/lib/text'" },
  { path: 'tests/e2e/check-a-trusttag.spec.ts', text: '' },
  { path: 'tests/e2e/buy.spec.ts', text: '' },
]

describe('the tests of a change', () => {
  it.each([
    ['api/features/tags/issue.ts', 'api/features/tags'],
    ['api/features/visits.ts', 'api/features/visits'],
    ['widget/modals/login/screen.tsx', 'widget/modals/login'],
    ['api/main.ts', 'api/main'],
  ])('the module of %s is %s', (path, module) => expect(moduleOf(path)).toBe(module))

  it('are those in folders of its name, those that import it, and its journeys', () => {
    expect(changedTests(['api/features/tags/issue.ts', 'README.md'], files)).toEqual({
      tests: ['tests/api/features/tags/issue.test.ts', 'tests/api/features/tags/tag-files.test.ts'],
      journeys: ['tests/e2e/check-a-trusttag.spec.ts'],
    })
  })

  it('are the one file of a small feature', () => {
    expect(changedTests(['api/features/visits.ts'], files).tests).toEqual(['tests/api/features/visits.test.ts'])
  })

  it('are a changed test or journey itself', () => {
    expect(changedTests(['tests/e2e/buy.spec.ts', 'tests/api/lib/text.test.ts'], files)).toEqual({
      tests: ['tests/api/lib/text.test.ts'],
      journeys: ['tests/e2e/buy.spec.ts'],
    })
  })

  it('are the journeys of the screen for the console, or of its shell', () => {
    const journeys = ['console-members', 'console-shell', 'attributes/gating-members'].map((name) => ({
      path: `tests/e2e/${name}.spec.ts`,
      text: '',
    }))
    const journeysFor = (path: string) => changedTests([path], journeys).journeys
    expect(journeysFor('console/screens/members/bulk-dialog.tsx')).toEqual(['tests/e2e/console-members.spec.ts'])
    expect(journeysFor('console/ui/dialog.tsx')).toEqual(['tests/e2e/console-shell.spec.ts'])
    expect(journeysFor('api/features/members/fields.ts')).toEqual(['tests/e2e/attributes/gating-members.spec.ts'])
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
