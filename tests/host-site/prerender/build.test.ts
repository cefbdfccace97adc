import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { PARTS } from '../../../commands/build/subset-fonts.mjs'
import { documentTitle, type RouteName, routeNames, routes, staticRoutes } from '../../../host-site/paths'
import { budgets } from '../../bench/budgets'
import { builtPart } from '../../support/built-part'
import { buildSite, fileOf } from '../support/build-site'

/**
 * Budget of a page's own script, in transferred bytes. It was 30 kB while all pages started with the app: sharing with
 * the pages that are only read costs the others 1.4 kB, and saves these 88 kB.
 */
const OWN_SCRIPT_GZIP_BYTES = 32_500

/** The same of a page that is only read, uncompressed. */
const STATIC_SCRIPT_BYTES = 5_000

/** Shared chunks. */
const COMMON = /^(main|read|reading|react|shared|profiles|catalog|taking|lost|forms|legal|proof|rolldown-runtime)-/

let folder = ''
const read = (file: string) => readFile(join(folder, file), 'utf8')

beforeAll(async () => {
  folder = await builtPart('site')
})

const early = (html: string): string[] =>
  [...html.matchAll(/<link rel="(?:preload|modulepreload)" href="\/assets\/([^"]+)"/g)].map(([, file = '']) => file)

const scriptsOf = (html: string): string[] => {
  const entry = /<script type="module" src="\/assets\/([^"]+)"/.exec(html)?.[1] ?? ''
  return [entry, ...early(html).filter((file) => file.endsWith('.js'))]
}

/** A script and its static imports, read from the files. */
async function scriptsBehind(...first: string[]): Promise<Set<string>> {
  const needed = new Set<string>()
  const follow = async (file: string): Promise<void> => {
    if (needed.has(file)) return
    needed.add(file)
    const code = await read(join('assets', file))
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*["`']\.\/([^"`']+)["`']/g)) await follow(next)
  }
  for (const file of first) await follow(file)
  return needed
}

/** A page's scripts with their static imports. */
function scriptsNeeded(html: string): Promise<Set<string>> {
  const [entry = ''] = scriptsOf(html)
  return scriptsBehind(entry, ...scriptsOf(html).filter((file) => !COMMON.test(file)))
}

describe('the built site', () => {
  it.each(routeNames)('has a page for %s with its title, heading and navigation', async (name) => {
    const html = await read(fileOf(name))
    const { document } = new Window()
    document.write(html)
    expect(document.title).toBe(documentTitle(name))
    expect([...document.querySelectorAll('h1')].map((one) => one.textContent)).toEqual([routes[name].heading])
    expect(document.querySelectorAll('header nav a')).toHaveLength(5)
    expect(document.documentElement.getAttribute('lang')).toBe('en')
  })

  /** Names of places and people. */
  const named: Partial<Record<RouteName, string>> = { availability: 'Türkiye' }

  it.each(routeNames)('shows %s with the letters of the font that is preloaded', async (name) => {
    const { document } = new Window()
    document.write(await read(fileOf(name)))
    const text = document.body.textContent.replaceAll(named[name] ?? '', '')
    const others = Array.from(text).filter((letter) => !`${PARTS.english}\n`.includes(letter))
    expect(others).toEqual([])
  })

  it.each(routeNames)('has one tag of the membership script on %s, which its own script lets load', async (name) => {
    const html = await read(fileOf(name))
    const scripts = html.match(/<script[^>]*>[^<]*<\/script>/g) ?? []
    const dataBlocks = scripts.filter((one) => one.startsWith('<script type="application/ld+json">{'))
    expect(dataBlocks).toHaveLength(routes[name].indexed ? 1 : 0)
    const own = staticRoutes.includes(name) ? 'read' : 'main'
    expect(scripts.filter((one) => !dataBlocks.includes(one))).toEqual([
      expect.stringMatching(
        new RegExp(String.raw`^<script type="module" src="/assets/${own}-[\w-]+\.js" fetchpriority="low"></script>$`),
      ),
      '<script type="text/plain" src="http://localhost:4001/membership.js" data-memberstack-app="app_trusttag" data-ms-inspector="off"></script>',
    ])
    expect(html.match(/<script/g)).toHaveLength(scripts.length)
  })

  it.each(routeNames)('has no inline code on %s that a strict CSP forbids', async (name) => {
    const html = await read(fileOf(name))
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
  })

  it.each(routeNames)('preloads on %s the fonts and every script of the page', async (name) => {
    const html = await read(fileOf(name))
    expect(early(html).filter((file) => file.endsWith('.woff2'))).toHaveLength(2)
    // A preload in another mode than the style sheet would load the font twice.
    expect(html.match(/<link rel="preload" [^>]*as="font" type="font\/woff2" crossorigin/g)).toHaveLength(2)
    expect(scriptsOf(html).toSorted()).toEqual([...(await scriptsNeeded(html))].toSorted())
    const scripts = html.match(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g) ?? []
    expect(scripts.filter((tag) => !tag.includes('fetchpriority="low"'))).toEqual([])
  })

  it.each(routeNames)('keeps the scripts of %s within budget, without React', async (name) => {
    const own = scriptsOf(await read(fileOf(name))).filter((file) => !file.startsWith('react-'))
    const sizes = await Promise.all(
      own.map(async (file) => gzipSync(await readFile(join(folder, 'assets', file))).length),
    )
    expect(own.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(OWN_SCRIPT_GZIP_BYTES)
  })

  it.each(staticRoutes)('sends %s neither React nor the app before somebody uses the page', async (name) => {
    const files = scriptsOf(await read(fileOf(name)))
    const sizes = await Promise.all(files.map(async (file) => (await readFile(join(folder, 'assets', file))).length))
    expect(files.filter((file) => !/^(read|reading|rolldown-runtime)-/.test(file))).toEqual([])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(STATIC_SCRIPT_BYTES)
  })

  it('keeps the script of a check within budget, with the standards check in another chunk', async () => {
    const files = await readdir(join(folder, 'assets'))
    const checker = files.find((file) => file.startsWith('tag-checker-')) ?? ''
    const loaded = await scriptsBehind(checker)
    for (const file of scriptsOf(await read(fileOf('verify')))) loaded.delete(file)
    const sizes = await Promise.all(
      [...loaded].map(async (file) => gzipSync(await readFile(join(folder, 'assets', file))).length),
    )
    expect(loaded).toContain(checker)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budgets.tagCheckGzipBytes)
    const names = [...loaded].map((file) => file.replace(/-[^-]+$/, ''))
    expect(names).not.toContain('check-by-standard')
    expect(names).not.toContain('ed25519-library')
    for (const apart of ['check-by-standard-', 'ed25519-library-'])
      expect(files.filter((file) => file.startsWith(apart))).toHaveLength(1)
  })

  it('contains the URL of the membership script in HTML only', async () => {
    const assets = await readdir(join(folder, 'assets'))
    for (const file of assets) expect(await read(join('assets', file))).not.toContain('localhost:4001')
  })

  it('is reproducible', async () => {
    const again = await buildSite({ pictures: true })
    try {
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      expect(files.length).toBeGreaterThan(routeNames.length)
      for (const { parentPath, name } of files) {
        const file = join(parentPath, name)
        expect(await readFile(file.replace(folder, again)), name).toEqual(await readFile(file))
      }
    } finally {
      await rm(again, { recursive: true, force: true })
    }
  })
})
