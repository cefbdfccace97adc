import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { indexedRoutes, routes } from '../../../host-site/paths'
import { readPalette } from '../../../host-site/prerender/pictures'
import { siteFiles } from '../../../host-site/prerender/document'
import { builtPart } from '../../support/built-part'

const LIMIT_BYTES = 100_000

let folder = ''
beforeAll(async () => {
  folder = await builtPart('site')
})

const read = (file: string) => readFile(join(folder, file))
const pictureOf = (path: string) => `og/${path === '/' ? 'home' : path.slice(1)}.png`

describe('the site’s other files', () => {
  it('lists exactly the indexed pages in the site map, with full URLs', async () => {
    const addresses = [...(await read('sitemap.xml')).toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    const own = indexedRoutes.map((name) => `http://localhost:4000${routes[name].path}`)
    expect(addresses.slice(0, own.length)).toEqual(own)
    const skills = addresses.slice(own.length)
    expect(new Set(skills).size).toBe(skills.length)
    expect(skills).toContain('http://localhost:4000/skills/truck-driver-cdl')
    expect(skills).toContain('http://localhost:4000/skills/workplace-basics')
    // An alias has a page, and is not listed.
    expect(skills).not.toContain('http://localhost:4000/skills/microsoft-excel')
    for (const address of skills) expect(await read(`${new URL(address ?? '').pathname}/index.html`)).toBeDefined()
  })

  it('allows crawlers everything, so that they can read noindex tags, and names the site map', async () => {
    const robots = (await read('robots.txt')).toString()
    expect(robots).not.toContain('Disallow')
    expect(robots).toContain('Sitemap: http://localhost:4000/sitemap.xml')
  })

  it.each(indexedRoutes)('has its own small share image for %s', async (name) => {
    const picture = await read(pictureOf(routes[name].path))
    expect(picture.length).toBeLessThan(LIMIT_BYTES)
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
  })

  it('has an opaque icon for home screens', async () => {
    const icon = sharp(await read('apple-touch-icon.png'))
    const { width, height } = await icon.metadata()
    expect([width, height]).toEqual([180, 180])
    expect((await icon.stats()).isOpaque).toBe(true)
  })

  it('deletes drawings that were rendered', async () => {
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((file) => file.includes('.drawing.'))).toEqual([])
  })

  it('renders every heading as text: another heading gives another image', async () => {
    const ink = async (path: string) => {
      const left = sharp(await read(pictureOf(path))).extract({ left: 70, top: 200, width: 640, height: 270 })
      return (await left.stats()).channels[0]?.mean
    }
    const darkness = await Promise.all(indexedRoutes.map((name) => ink(routes[name].path)))
    expect(new Set(darkness).size).toBe(indexedRoutes.length)
  })
})

describe('the colors of drawings', () => {
  it('are the light ones', () => {
    const palette = readPalette(
      ':root { --paper: #fbfaf6; --ink-soft: #4b5855; } @media { :root { --paper: #000000; } }',
    )
    expect([palette('paper'), palette('ink-soft')]).toEqual(['#fbfaf6', '#4b5855'])
  })

  it('must exist: a renamed color stops the build', () => {
    expect(() => siteFiles(readPalette(':root { --paper: #fbfaf6; }'))).toThrow('tokens.css has no colour --accent')
  })
})
