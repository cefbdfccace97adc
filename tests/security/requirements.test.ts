import { describe, expect, it } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { asvsRequirements } from './asvs-requirements'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/security.md')

/** The rows of the chapters. */
const rows = [...page.matchAll(/^\| (v5\.0\.0-[\d.]+) +\| ([^|]*) \| (met|n\/a|\*\*not met\*\*) +\| (.*) \|$/gmu)].map(
  ([, id = '', about = '', state = '', shownBy = '']) => ({ id, about, state, shownBy: shownBy.trim() }),
)
const notMet = rows.filter(({ state }) => state === '**not met**').map(({ id }) => id)
/** The part before the first chapter. */
const summary = page.slice(0, page.indexOf('\n## V1 '))

const sorted = (ids: Iterable<string>): string[] => [...ids].toSorted()

/** Files in code marks, each with its test names. */
function namedFiles(text: string): { path: string; names: string[] }[] {
  const files = text.matchAll(/`((?:api|commands|contract|docs|host-site|tests|widget)\/[^`]+)`((?:,? “[^”]+”)*)/gu)
  return [...files].map(([, path = '', names = '']) => ({
    path,
    names: [...names.matchAll(/“([^”]+)”/gu)].map(([, name = '']) => name),
  }))
}

describe('the page about the requirements', () => {
  it('has one row for each of levels 1 and 2, and no other', () => {
    expect(asvsRequirements).toHaveLength(253)
    expect(sorted(rows.map(({ id }) => id))).toEqual(sorted(asvsRequirements))
  })

  it('starts with a complete list of those not met, and counts right', () => {
    expect(sorted(new Set(summary.match(/v5\.0\.0-\d[\d.]*\d/gu)))).toEqual(sorted(notMet))
    const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length
    expect(summary).toContain(
      `${count('met')} are met, ${count('n/a')} concern nothing here, ${count('**not met**')} are not met.`,
    )
  })

  it('names the subject and the reason of each', () => {
    expect(rows.filter(({ about, shownBy }) => about.trim() === '' || shownBy === '')).toEqual([])
  })

  it('names existing files, and tests that are in them', () => {
    const files = namedFiles(page)
    expect(files.length).toBeGreaterThan(150)
    const wrong = files.flatMap(({ path, names }) => {
      if (!existsSync(new URL(path, root))) return [path]
      return names.filter((name) => !read(path).includes(name)).map((name) => `${path}: ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('detects a missing file or test', () => {
    const [found] = namedFiles('`tests/security/none.test.ts` “one”, “two”, and `docs`')
    expect(found).toEqual({ path: 'tests/security/none.test.ts', names: ['one', 'two'] })
  })

  it('links to existing decisions', () => {
    const decisions = read('docs/security-decisions.md')
    const headings = new Set(
      [...decisions.matchAll(/^## (.+)$/gmu)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
    )
    const links = [...page.matchAll(/security-decisions\.md#([\w-]+)/gu)].map(([, heading = '']) => heading)
    expect(links.filter((heading) => !headings.has(heading))).toEqual([])
  })
})
