import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createHeadingSlugs,
  DECLARATIONS_PATH,
  documentGroups,
  groupDocuments,
  OPEN_API_PATH,
} from '../../../../api/features/docs/documents'
import { projectRoot } from '../../../support/run-process'

const aDocument = (name: string) => ({
  name,
  document: { title: name.toUpperCase(), summary: '', sections: [], html: '' },
})
const names = (...given: string[]) =>
  groupDocuments(given.map(aDocument)).map(({ documents }) => documents.map(({ name }) => name))

describe('the list of documents', () => {
  it('has them in the order in which one needs them, whatever the folder’s', () => {
    expect(names('teams', 'client', 'install', 'payments')).toEqual([
      ['install', 'client'],
      ['payments', 'teams'],
    ])
  })

  it('ends with those that no group names, by title', () => {
    expect(names('zebra', 'install', 'ant')).toEqual([['install'], ['ant', 'zebra']])
  })
})

const folder = join(projectRoot, 'docs')
const shipped = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/u, ''))
const textOf = (path: string): string => readFileSync(path, 'utf8')

/** Without code. */
const prose = (markdown: string): string => markdown.replaceAll(/^```.*?^```/gmsu, '').replaceAll(/`[^`\n]*`/gu, 'code')

const anchorsOf = (markdown: string): Set<string> => {
  const slug = createHeadingSlugs()
  const headings = markdown.replaceAll(/^```.*?^```/gmsu, '').matchAll(/^#{1,6} (.+)$/gmu)
  return new Set([...headings].map(([, heading = '']) => slug(heading.replaceAll(/`|\[([^\]]*)\]\([^)]*\)/gu, '$1'))))
}

/** Null for a working link. */
function problem(from: string, href: string): string | null {
  if (/^(https?:|mailto:)/u.test(href) || href === OPEN_API_PATH || href === DECLARATIONS_PATH) return null
  const [path = '', anchor] = href.split('#')
  const file = path === '' ? join(folder, `${from}.md`) : join(folder, path)
  if (!existsSync(file)) return `${from}: ${href}: no such file`
  if (anchor === undefined || !file.endsWith('.md')) return null
  return anchorsOf(textOf(file)).has(anchor) ? null : `${from}: ${href}: no such heading`
}

describe('the documents that are shipped', () => {
  it('are each in a group', () => {
    const grouped: string[] = documentGroups.flatMap((group): string[] => Array.from(group.names))
    expect(shipped.filter((name) => !grouped.includes(name))).toEqual([])
    expect(new Set(grouped).size).toBe(grouped.length)
  })

  it('link to files and headings that are there, in the repository too', () => {
    const problems = shipped.flatMap((name) =>
      [...prose(textOf(join(folder, `${name}.md`))).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, href = '']) =>
        problem(name, href),
      ),
    )
    expect(problems.length).toBeGreaterThan(50)
    expect(problems.filter((one) => one !== null)).toEqual([])
  })

  it('would report a broken link', () => {
    expect(problem('client', 'nowhere.md')).toContain('no such file')
    expect(problem('client', 'install.md#nowhere')).toContain('no such heading')
    expect(problem('client', '#modals')).toBeNull()
  })
})
