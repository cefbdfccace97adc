import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { projectRoot } from '../support/run-process'
import { attributeMarkup } from './attribute-page'
import { signUpBenchMember } from './bench-member'
import { peerAnswers } from './peer-answers'

/** Pages with one script of this folder each. */
const entries = {
  floor: 'platform-floor',
  eager: 'eager-react',
  eagerClick: 'eager-click',
  lazy: 'lazy-react',
  hanko: 'peer-hanko',
  netlify: 'peer-netlify',
} as const

/** Pages with content for members and for visitors, of which each peer's script shows the right one. */
const feltPeers = { feltHanko: 'felt-hanko', feltNetlify: 'felt-netlify' } as const

const FELT = {
  ours: `<button id="open" data-ms-modal="login">Open</button>
    <p id="for-visitors" data-ms-content="!members">For visitors</p><p id="for-members" data-ms-content="members">For members</p>`,
  peers: `<button id="open">Open</button><p id="for-visitors" hidden>For visitors</p><p id="for-members" hidden>For members</p>`,
}

/** Pages with many attributes: in the document from the start, or in a template that is inserted later. */
const attributePages = ['attributes', 'alpine', 'attributesInserted', 'alpineInserted'] as const

export type BenchPage =
  | keyof typeof feltPeers
  | 'feltWidget'
  | 'empty'
  | 'widget'
  | 'inspected'
  | keyof typeof entries
  | (typeof attributePages)[number]

export interface BenchPages {
  url(page: BenchPage): string
  close(): Promise<void>
}

/** Code beside the widget is built like the widget: one classic script, minified, evaluated when reached. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [`tests/bench/${entry}.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'chrome111',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

// The type of Object.keys is string[].
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const pageNames = Object.keys(entries) as (keyof typeof entries)[]

const html = (head: string, body = '<button id="open">Open</button>'): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bench</title>${head}</head>
<body><h1>Bench</h1>${body}</body></html>`

/** Serves one page each for the widget, its peers and an empty page, on a free loopback port. */
export async function serveBenchPages(apiUrl: string): Promise<BenchPages> {
  const files = new Map<string, { type: string; bytes: Buffer }>()
  // Compressed like our server's files, for a fair comparison of bytes.
  const add = (path: string, type: string, body: string) => files.set(path, { type, bytes: brotliCompressSync(body) })
  const page = (name: BenchPage, head: string, body?: string) => add(`/${name}`, 'text/html', html(head, body))
  const script = async (name: string, entry: string) => add(`/${name}.js`, 'text/javascript', await bundle(entry))
  const tag = (more: string) => `<script src="${apiUrl}/membership.js" data-memberstack-app="app_demo"${more}></script>`
  // Measures the page of a visitor in Live Mode, which has no inspector.
  const widgetTag = tag(' data-ms-inspector="off"')
  page('inspected', tag(''), attributeMarkup('ours'))
  page('empty', '')
  page('widget', widgetTag)
  for (const name of pageNames) {
    await script(name, entries[name])
    page(name, `<script src="/${name}.js" data-api="${apiUrl}"></script>`)
  }
  page('feltWidget', widgetTag.replace('/membership.js', '/membership.js?app=app_demo'), FELT.ours)
  for (const [name, entry] of [
    ['feltHanko', feltPeers.feltHanko],
    ['feltNetlify', feltPeers.feltNetlify],
  ] as const) {
    await script(name, entry)
    page(name, `<script src="/${name}.js"></script>`, FELT.peers)
  }
  await script('alpine', 'peer-alpine')
  const token = await signUpBenchMember(apiUrl)
  const heads = {
    ours: `<script>localStorage.setItem('_ms-mid', '${token}')</script>${widgetTag}`,
    alpine: '<script defer src="/alpine.js"></script>',
  }
  for (const name of attributePages) {
    const owner = name.startsWith('alpine') ? 'alpine' : 'ours'
    const markup = attributeMarkup(owner)
    page(name, heads[owner], name.endsWith('Inserted') ? `<template>${markup}</template>` : markup)
  }
  for (const [call, answer] of peerAnswers) {
    add(call.replace('GET ', ''), 'application/json', JSON.stringify(answer))
  }
  const server = createServer((request, response) => {
    const { method, url = '' } = request
    const file = files.get(method === 'GET' ? url : `${method} ${url}`)
    response.setHeader('content-type', `${file?.type ?? 'text/plain'}; charset=utf-8`)
    if (file) response.setHeader('content-encoding', 'br')
    // As long as ours.
    if (file?.type === 'text/javascript') response.setHeader('cache-control', 'max-age=300')
    response.statusCode = file ? 200 : 404
    response.end(file?.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    // Not plain localhost: there the Netlify widget first asks for its site.
    url: (name) => `http://bench.localhost:${port}/${name}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
