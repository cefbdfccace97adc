import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { builtPart } from '../support/built-part'

/** Gzip bytes of all script before the first screen, and of what one screen adds. */
const INITIAL_MAX_BYTES = 180_000
const SCREEN_MAX_BYTES = 60_000
const HEAVY_PART_MAX_BYTES = 90_000

let folder = ''
const read = (file: string) => readFile(join(folder, file), 'utf8')

beforeAll(async () => {
  folder = await builtPart('console')
})

/** A script and its static imports. */
async function scriptsBehind(first: string): Promise<Set<string>> {
  const needed = new Set([first])
  for (const file of needed) {
    const code = await read(join('assets', file))
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*["`']\.\/([^"`']+\.js)["`']/g)) needed.add(next)
  }
  return needed
}

const entryOf = (html: string): string =>
  /<script type="module"[^>]* src="\/console\/assets\/([^"]+)"/.exec(html)?.[1] ?? ''

async function gzipBytes(files: Iterable<string>): Promise<number> {
  let sum = 0
  for (const file of files) sum += gzipSync(await readFile(join(folder, 'assets', file)), { level: 9 }).length
  return sum
}

describe.each(['index.html', 'entrance.html', 'preview.html'])('the built console, %s', (page) => {
  it('has no inline code, and no script of another origin', async () => {
    const html = await read(page)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|https?:\/\//i)
    for (const [script] of html.matchAll(/<script[^>]*>[^<]*<\/script>/g)) expect(script).toMatch(/><\/script>$/)
  })

  it('loads at most 180 kB of script before its first screen', async () => {
    const files = await scriptsBehind(entryOf(await read(page)))
    expect(files.size).toBeGreaterThan(1)
    expect(await gzipBytes(files)).toBeLessThan(INITIAL_MAX_BYTES)
  })
})

describe('the built console', () => {
  it('adds at most 60 kB of script for each screen', async () => {
    const initial = await scriptsBehind(entryOf(await read('index.html')))
    const screens = (await readdir(join(folder, 'assets'))).filter((file) => /^[\w-]+-screen-[\w-]+\.js$/.test(file))
    expect(screens.length).toBeGreaterThan(2)
    for (const screen of screens) {
      const own = [...(await scriptsBehind(screen))].filter((file) => !initial.has(file))
      expect(await gzipBytes(own), screen).toBeLessThan(SCREEN_MAX_BYTES)
    }
  })

  it('limits what a screen loads later to the same, except for the page checker and the rich text editor', async () => {
    const initial = await scriptsBehind(entryOf(await read('index.html')))
    const scripts = (await readdir(join(folder, 'assets'))).filter((file) => file.endsWith('.js'))
    const later = scripts.filter((file) => !initial.has(file) && !/-screen-/.test(file))
    const heavy: string[] = []
    for (const file of later) {
      const own = [...(await scriptsBehind(file))].filter((one) => !initial.has(one))
      if ((await gzipBytes(own)) > SCREEN_MAX_BYTES) heavy.push(file)
      expect(await gzipBytes(own), file).toBeLessThan(HEAVY_PART_MAX_BYTES)
    }
    expect(heavy.map((file) => file.replace(/-[^-]*$/, '')).toSorted()).toEqual(['inspect-source', 'rich-editor'])
  })

  it('loads the membership script where people log in only', async () => {
    expect(await read('entrance.html')).toContain('<script src="/membership.js" data-memberstack-app="app_console"')
    expect(await read('index.html')).not.toContain('membership.js')
  })

  it('opens the preview with little script of its own, before the membership script', async () => {
    const html = await read('preview.html')
    expect(html.indexOf('type="module"')).toBeLessThan(html.indexOf('src="/membership.js"'))
    expect(await gzipBytes(await scriptsBehind(entryOf(html)))).toBeLessThan(5_000)
  })

  it('names the two styles that React Aria adds, for the policy', async () => {
    const hashes: unknown = JSON.parse(await read('style-hashes.json'))
    expect(hashes).toEqual([expect.stringMatching(/^sha256-.{43}=$/), expect.stringMatching(/^sha256-.{43}=$/)])
  })

  it('ships the licenses of its packages', async () => {
    const notices = await read('third-party-notices.txt')
    for (const name of ['react-aria-components', 'wouter', '@tanstack/react-query'])
      expect(notices).toContain(`\n${name} `)
  })
})
