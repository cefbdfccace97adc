import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findSources, readUrlSource } from '../../../commands/inspect/sources'
import { tempFolder } from '../../support/temp-folder'

/** The text of each source, or why it cannot be read. */
async function readAll(named: string[], cwd: string): Promise<Record<string, string>> {
  const places = await findSources(named, cwd)
  const read = places.map((place) =>
    place.read().then(
      ({ text }) => [place.name, text],
      (error: unknown) => [place.name, error instanceof Error ? error.message : ''],
    ),
  )
  return Object.fromEntries(await Promise.all(read))
}

function folderWith(files: Record<string, string>): string {
  const folder = tempFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

describe('files and folders', () => {
  test('a folder means its pages at any depth, in order of names', async () => {
    const pages = { 'b.html': '2', 'a/c.HTM': '1', 'a/d.txt': 'no', 'node_modules/x.html': 'no', '.git/y.html': 'no' }
    const folder = folderWith(pages)
    const places = await findSources(['.'], folder)
    expect(places.map(({ name }) => name)).toEqual([join('a', 'c.HTM'), 'b.html'])
  })

  test('each page is read once, under its first name', async () => {
    expect(Object.keys(await readAll(['./b.html', '.', 'b.html'], folderWith({ 'b.html': '' })))).toEqual(['./b.html'])
  })

  test('an unreadable file gives a reason', async () => {
    const folder = folderWith({ 'a.html': 'x', 'picture.html': 'GIF\0', 'empty/a.txt': '' })
    symlinkSync('loop.html', join(folder, 'loop.html'))
    expect(await readAll(['none.html', 'a.html/b', 'picture.html', 'empty', 'loop.html', '/dev/null'], folder)).toEqual(
      {
        'none.html': 'does not exist',
        'a.html/b': 'does not exist',
        'picture.html': 'is not a text file',
        empty: 'contains no .html or .htm file',
        'loop.html': 'is a link to itself',
        '/dev/null': 'is not a file',
      },
    )
  })

  test.skipIf(process.getuid?.() === 0)('a file without permission gives a reason', async () => {
    const folder = folderWith({ 'a.html': 'x', 'b/c.html': 'x' })
    chmodSync(join(folder, 'a.html'), 0)
    chmodSync(join(folder, 'b'), 0)
    const problems = await readAll(['.'], folder)
    chmodSync(join(folder, 'b'), 0o700)
    expect(problems).toEqual({ 'a.html': 'cannot be read: no permission', b: 'cannot be read: no permission' })
  })

  test('a page larger than 20 MB is not read', async () => {
    const folder = folderWith({ 'a.html': 'x'.repeat(20 * 1024 * 1024 + 1) })
    expect(await readAll(['a.html'], folder)).toEqual({ 'a.html': 'is larger than 20 MB' })
  })
})

/** Serves a table of paths and records the requests. */
async function serve(table: Record<string, [status: number, headers: Record<string, string>, body: string | Buffer]>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = table[request.url ?? '']
    if (answer) response.writeHead(answer[0], answer[1]).end(answer[2])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, asked }
}

describe('URLs', () => {
  test('one page is fetched without its resources; its path is the one after redirects', async () => {
    const page = '<script src="/x.js"></script><link rel="stylesheet" href="/x.css">'
    const { url, asked } = await serve({ '/old': [302, { location: '/new?a=1' }, ''], '/new?a=1': [200, {}, page] })
    expect(await readUrlSource(`${url}/old`)).toMatchObject({
      name: `${url}/old`,
      text: page,
      location: { pathname: '/new', origin: url },
    })
    expect(asked).toEqual(['/old', '/new?a=1'])
  })

  test('the server’s charset is used', async () => {
    const type = { 'content-type': 'text/html; charset="ISO-8859-1"' }
    const { url } = await serve({ '/': [200, type, Buffer.from([0xe4])] })
    expect((await readUrlSource(url)).text).toBe('ä')
  })

  test.each<[string, [number, Record<string, string>, string | Buffer], string]>([
    ['an error', [404, {}, 'x'], 'returned status 404'],
    ['a picture', [200, { 'content-type': 'image/png' }, 'x'], 'is not a page (image/png)'],
    ['no text', [200, {}, 'a\0b'], 'is not text'],
    ['too much', [200, {}, Buffer.alloc(20 * 1024 * 1024 + 1, 'x')], 'is larger than 20 MB'],
  ])('%s is not a page', async (_, answer, why) => {
    const { url } = await serve({ '/': answer })
    await expect(readUrlSource(url)).rejects.toThrow(why)
  })

  test('a slow server times out', async () => {
    const { url } = await serve({})
    await expect(readUrlSource(url, { timeLimitMs: 50 })).rejects.toThrow('did not respond within 0.05 seconds')
  })

  test('an invalid URL is reported without its password', async () => {
    expect(await readAll(['ftp://a/b', 'http://', 'https://me:secret@a.example/', 'http://127.0.0.1:1/'], '.')).toEqual(
      {
        'ftp://a/b': 'is neither http nor https',
        'http://': 'is not a valid URL',
        'https://a.example/': 'contains a user name or password, which are not sent',
        'http://127.0.0.1:1/': expect.stringContaining('cannot be fetched'),
      },
    )
  })
})
