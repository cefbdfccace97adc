import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { build } from 'esbuild'
import { listen } from './listen'
import { projectRoot } from './run-process'

export interface Received {
  method: string
  /** Path and query. */
  url: string
  body: string
}

export interface FixtureSite {
  /** Origin, without a trailing slash. */
  url: string
  /** All requests, in order. */
  received: Received[]
  stop(): Promise<void>
}

/** Third-party libraries, loaded as their documentation says. */
const libraries: Record<string, string> = {
  'alpine.js': 'alpinejs/dist/cdn.js',
  'htmx.js': 'htmx.org/dist/htmx.js',
  'jquery.js': 'jquery/dist/jquery.js',
  'turbo.js': '@hotwired/turbo/dist/turbo.es2017-umd.js',
  'vue.js': 'vue/dist/vue.global.js',
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
}

/**
 * Serves `tests/fixtures` on its own origin. In HTML, `{{api}}` becomes the API's origin. `/libraries/<name>` is a
 * library from `node_modules`, `/bundles/<path>.js` is the fixture `<path>.tsx`. `*.stream.html` is a Turbo stream; a
 * POST gets the page of its path.
 * @param pages more pages by path, before files
 */
export async function serveFixtures(api: string, pages: Record<string, () => string> = {}): Promise<FixtureSite> {
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/'
    received.push({ method: request.method ?? '', url, body: await bodyOf(request) })
    const path = url.replace(/[?#].*$/, '').replace(/\/$/, '/index.html')
    const own = pages[path]?.()
    const content = own ?? (await contentOf(path))
    if (content === null) return void response.writeHead(404).end()
    const stream = path.endsWith('.stream.html')
    response.setHeader(
      'Content-Type',
      stream
        ? 'text/vnd.turbo-stream.html'
        : (types[extname(path)] ?? (own ? 'text/html; charset=utf-8' : 'text/plain')),
    )
    response.end(content.replaceAll('{{api}}', api))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const port = await listen(server)
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://localhost:${port}`, received, stop }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

async function contentOf(path: string): Promise<string | null> {
  const [, folder, name = ''] = path.split('/')
  if (folder === 'libraries')
    return libraries[name] ? readFile(join(projectRoot, 'node_modules', libraries[name]), 'utf8') : null
  const file = join(projectRoot, 'tests/fixtures', normalize(path.replace(/^\/bundles/, '')))
  if (folder === 'bundles') return bundle(file.replace(/\.js$/, '.tsx'))
  return readFile(file, 'utf8').catch(() => null)
}

/** Bundles a browser script. Development builds, because they report problems in the console. */
export async function bundle(entry: string, format: 'iife' | 'esm' = 'iife'): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'browser',
    format,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  })
  return result.outputFiles[0]?.text ?? ''
}
