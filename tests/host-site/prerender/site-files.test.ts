import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexedRoutes, routes } from '../../../host-site/paths'
import { readPalette } from '../../../host-site/prerender/pictures'
import { siteFiles } from '../../../host-site/prerender/site-files'
import { buildSite } from '../support/build-site'

const LIMIT_BYTES = 100_000

let folder = ''
beforeAll(async () => {
  folder = await buildSite({ pictures: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = (file: string) => readFile(join(folder, file))
const pictureOf = (path: string) => `og/${path === '/' ? 'home' : path.slice(1)}.png`

describe('what the site serves beside its pages', () => {
  it('lists in the site map the pages that may be found, by their whole addresses, and no others', async () => {
    const addresses = [...(await read('sitemap.xml')).toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    expect(addresses).toEqual(indexedRoutes.map((name) => `http://localhost:4000${routes[name].path}`))
  })

  it('forbids crawlers nothing, so that they can read what should not be listed, and names the site map', async () => {
    const robots = (await read('robots.txt')).toString()
    expect(robots).not.toContain('Disallow')
    expect(robots).toContain('Sitemap: http://localhost:4000/sitemap.xml')
  })

  it.each(indexedRoutes)('has a small picture of its own for links to %s', async (name) => {
    const picture = await read(pictureOf(routes[name].path))
    expect(picture.length).toBeLessThan(LIMIT_BYTES)
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
  })

  it('has an icon for home screens, which has no holes', async () => {
    const icon = sharp(await read('apple-touch-icon.png'))
    const { width, height } = await icon.metadata()
    expect([width, height]).toEqual([180, 180])
    expect((await icon.stats()).isOpaque).toBe(true)
  })

  it('keeps no drawing that a picture was made of', async () => {
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((file) => file.includes('.drawing.'))).toEqual([])
  })

  it('draws every heading in letters: another heading is another picture', async () => {
    const ink = async (path: string) => {
      const left = sharp(await read(pictureOf(path))).extract({ left: 70, top: 200, width: 640, height: 270 })
      return (await left.stats()).channels[0]?.mean
    }
    const darkness = await Promise.all(indexedRoutes.map((name) => ink(routes[name].path)))
    expect(new Set(darkness).size).toBe(indexedRoutes.length)
  })
})

describe('the colours of what is drawn', () => {
  it('are those of the light set', () => {
    const palette = readPalette(
      ':root { --paper: #fbfaf6; --ink-soft: #4b5855; } @media { :root { --paper: #000000; } }',
    )
    expect([palette('paper'), palette('ink-soft')]).toEqual(['#fbfaf6', '#4b5855'])
  })

  it('must be there: a colour that was renamed stops the build', () => {
    expect(() => siteFiles(readPalette(':root { --paper: #fbfaf6; }'))).toThrow('tokens.css has no colour --accent')
  })
})
