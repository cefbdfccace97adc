import { createServer } from 'node:http'
import { build } from 'esbuild'
import { projectRoot } from '../support/run-process'

export type BenchPage = 'empty' | 'floor' | 'widget' | 'eager' | 'lazy'

export interface BenchPages {
  url(page: BenchPage): string
  close(): Promise<void>
}

/** React for the peers is built as the widget is: one classic script, minified, evaluated when it is reached. */
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

const html = (head: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bench</title>${head}</head>
<body><h1>Bench</h1><button id="open">Open</button></body></html>`

/** Serves one page each for the widget, its peers and nothing at all, on a free port of the loopback. */
export async function serveBenchPages(apiUrl: string): Promise<BenchPages> {
  const files = new Map<string, { type: string; body: string }>()
  const page = (name: BenchPage, head: string) => files.set(`/${name}`, { type: 'text/html', body: html(head) })
  page('empty', '')
  page('widget', `<script src="${apiUrl}/membership.js" data-memberstack-app="app_demo"></script>`)
  for (const [name, entry] of [
    ['floor', 'platform-floor'],
    ['eager', 'eager-react'],
    ['lazy', 'lazy-react'],
  ] as const) {
    files.set(`/${name}.js`, { type: 'text/javascript', body: await bundle(entry) })
    page(name, `<script src="/${name}.js" data-api="${apiUrl}"></script>`)
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8` })
    response.end(file?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: (name) => `http://localhost:${port}/${name}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
