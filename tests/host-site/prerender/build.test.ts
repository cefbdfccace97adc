import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentTitle, routeNames, routes } from '../../../host-site/paths'
import { buildSite, fileOf } from '../support/build-site'

let folder = ''
const read = (file: string) => readFile(join(folder, file), 'utf8')

beforeAll(async () => {
  folder = await buildSite({ pictures: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

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

  it.each(routeNames)('loads the membership script once on %s, by a deferred tag behind its own', async (name) => {
    const html = await read(fileOf(name))
    const scripts = html.match(/<script[^>]*>[^<]*<\/script>/g) ?? []
    const dataBlocks = scripts.filter((one) => one.startsWith('<script type="application/ld+json">{'))
    expect(dataBlocks).toHaveLength(routes[name].indexed ? 1 : 0)
    expect(scripts.filter((one) => !dataBlocks.includes(one))).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/main-[\w-]+\.js"><\/script>$/),
      '<script src="http://localhost:4001/membership.js" data-memberstack-app="app_trusttag" defer></script>',
    ])
    expect(html.match(/<script/g)).toHaveLength(scripts.length)
  })

  it.each(routeNames)('has nothing inline on %s that a strict content security policy forbids', async (name) => {
    const html = await read(fileOf(name))
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
  })

  it.each(routeNames)('asks on %s for everything that the first paint and the script need, at once', async (name) => {
    const html = await read(fileOf(name))
    const needed = (await readdir(join(folder, 'assets'))).filter((file) => /^(?!main-).*\.(js|woff2)$/.test(file))
    const early = [...html.matchAll(/<link rel="(?:preload|modulepreload)" href="\/assets\/([^"]+)"/g)].map(
      ([, file]) => file,
    )
    expect(early.toSorted()).toEqual(needed.toSorted())
    // A font that is asked for in another mode than the style sheet asks is loaded twice.
    expect(html.match(/<link rel="preload" [^>]*as="font" type="font\/woff2" crossorigin/g)).toHaveLength(2)
  })

  it('names the address of the membership script in HTML only', async () => {
    const assets = await readdir(join(folder, 'assets'))
    const code = assets.filter((file) => !file.endsWith('.svg')).map((file) => file.replace(/-[\w-]{8}\./, '.'))
    expect(code.toSorted()).toEqual([
      'bricolage-grotesque-latin-wght-normal.woff2',
      'instrument-sans-latin-wght-normal.woff2',
      'main.css',
      'main.js',
      'react.js',
      'rolldown-runtime.js',
    ])
    for (const file of assets) expect(await read(join('assets', file))).not.toContain('localhost:4001')
  })

  it('comes out the same every time', async () => {
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
