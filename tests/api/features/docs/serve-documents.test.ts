import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDocumentFolder } from '../../../../api/features/docs/documents'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const shipped = fileURLToPath(new URL('../../../../docs', import.meta.url))
let folder: string
let api: TestApi
const start = async (docsFolder = folder) => void (api = await startTestApi({ docsFolder }))
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.request(path, { method, headers })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'membership-docs-'))
  writeFileSync(
    join(folder, 'install.md'),
    '# Installing\n\nOne tag: `a.b` in the head. Then more.\n\nSee [the inspector](inspector.md#x).',
  )
  writeFileSync(join(folder, 'inspector.md'), '# The inspector\n\nIt looks.')
  writeFileSync(join(folder, 'notes.txt'), 'not for anybody')
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

describe('/docs', () => {
  it('lists every document with the sentence it begins with', async () => {
    await start()
    const page = await (await get('/docs')).text()
    expect(page).toMatch(/<a href="\/docs\/install">Installing<\/a>\s*<p>One tag: a\.b in the head\.<\/p>/u)
    expect(page).toContain('<a href="/docs/inspector">The inspector</a>')
    expect(page).not.toContain('notes')
  })

  it('has a title and a sentence of each shipped document, read without its sections', async () => {
    await start(shipped)
    const page = await (await get('/docs')).text()
    const listed = [...page.matchAll(/<a href="\/docs\/([\w-]+)">[^<]+<\/a>\s*<p>[^<]{10,}<\/p>/gu)].map(
      ([, name]) => `${name}.md`,
    )
    expect(listed.toSorted()).toEqual(
      readdirSync(shipped)
        .filter((file) => file.endsWith('.md'))
        .toSorted(),
    )
    const documents = createDocumentFolder(folder, null)
    writeFileSync(join(folder, 'long.md'), '# Long\n\nShort.\n\n## First\n\nText.')
    const long = (await documents.list()).flatMap((group) => group.documents).find(({ name }) => name === 'long')
    expect(long?.document).toEqual({ title: 'Long', summary: 'Short.' })
    expect((await documents.read('long'))?.sections).toEqual([{ id: 'first', title: 'First' }])
  })

  it('leads from one to the next, and lists what is for tools', async () => {
    await start()
    const [first, last] = await Promise.all(
      ['/docs/install', '/docs/inspector'].map(async (path) => (await get(path)).text()),
    )
    expect(first).toMatch(/<a rel="next" href="\/docs\/inspector"><span>Next<\/span> The inspector<\/a>/u)
    expect(first).not.toContain('rel="prev"')
    expect(last).toContain('<a rel="prev" href="/docs/install">')
    expect(last).not.toContain('rel="next"')
    const list = await (await get('/docs')).text()
    expect(list.indexOf('/docs/install')).toBeLessThan(list.indexOf('/docs/inspector'))
    for (const path of ['/openapi.json', '/membership.d.ts']) expect(list).toContain(`href="${path}"`)
  })

  it('is a page that runs nothing and loads nothing but its own look', async () => {
    await start()
    const response = await get('/docs/install')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    const page = await response.text()
    expect(page).toContain('<title>Installing · Documentation</title>')
    expect(page).toContain('<a href="/docs/inspector#x">the inspector</a>')
    expect(page).not.toMatch(/<script|<style|style=/u)
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/u.exec(page) ?? []
    expect((await get(href)).headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  it('is not sent again to who has it, and new at once when the file is', async () => {
    await start()
    const headers = { 'if-none-match': (await get('/docs/install')).headers.get('etag') ?? '' }
    const again = await get('/docs/install', headers)
    expect([again.status, await again.text()]).toEqual([304, ''])
    writeFileSync(join(folder, 'install.md'), '# Installing anew')
    expect(await (await get('/docs/install', headers)).text()).toContain('<h1>Installing anew</h1>')
  })

  it.each([
    '/docs/unknown',
    '/docs/notes',
    '/docs/notes.txt',
    '/docs/install.md',
    '/docs/..%2fREADME',
    '/docs/install/x',
  ])('there is nothing else: %s', async (path) => {
    await start()
    const response = await get(path)
    expect([response.status, response.headers.get('etag')]).toEqual([404, null])
  })

  it('says so on a page that leads back to what there is', async () => {
    await start()
    expect(await (await get('/docs/unknown')).text()).toContain('<a href="/docs">')
  })

  it('takes a slash too many', async () => {
    await start()
    const response = await get('/docs/')
    expect([response.status, response.headers.get('location')]).toEqual([308, '/docs'])
  })

  it('answers HEAD, and no other method', async () => {
    await start()
    expect((await get('/docs/install', {}, 'HEAD')).status).toBe(200)
    for (const path of ['/docs', '/docs/install', '/docs.css']) expect((await get(path, {}, 'POST')).status).toBe(405)
  })

  it('is shown where nothing is written yet', async () => {
    await start(join(folder, 'nowhere'))
    expect([(await get('/docs')).status, (await get('/docs/install')).status]).toEqual([200, 404])
  })
})

describe('the documents of the product', () => {
  it('link to nothing that is not there', async () => {
    await start(shipped)
    const names = readdirSync(shipped).map((file) => file.replace('.md', ''))
    const paths = ['/docs', ...names.map((name) => `/docs/${name}`)]
    const pages = new Map(await Promise.all(paths.map(async (path) => [path, await (await get(path)).text()] as const)))
    const dead = [...pages].flatMap(([from, page]) =>
      [...page.matchAll(/href="(?=\/docs|#(?!\/))(?!\/docs\.css)([^"#]*)(#[^"]*)?"/gu)].flatMap(
        ([link, to, fragment]) => {
          const target = pages.get(to || from)
          const id = decodeURIComponent(fragment?.slice(1) ?? '')
          return target && (id === '' || target.includes(`id="${id}"`)) ? [] : [`${from}: ${link}`]
        },
      ),
    )
    expect(dead).toEqual([])
    for (const [path, page] of pages) expect(page, path).toMatch(/<h1>.+<\/h1>/u)
  })
})
