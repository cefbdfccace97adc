import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { trustDocument } from '../../../api/features/credentials/issuer'
import { launchBrowser } from '../../support/launch-browser'
import type { ManyTags } from '../../support/many-tags'
import { projectRoot } from '../../support/run-process'
import { median } from '../median'

/** Input of the check on both pages. */
export interface PageInput {
  credential: string
  proof: string
  statusList: unknown
  trust: object
  now: number
}

export interface BrowserFigures {
  /** Milliseconds of the first check, script loaded. */
  first: number
  /** Milliseconds of a later check. */
  warm: number
  /** Bytes loaded before the check, gzip -9, without the extra code for browsers that lack Ed25519. */
  gzipBytes: number
}

const LATER = 30

/** Runs each check in its own page in Chromium. */
export async function measureBrowser(tags: ManyTags): Promise<{ ours: BrowserFigures; byStandard: BrowserFigures }> {
  const input: PageInput = {
    ...(await tags.filesOf(0)),
    statusList: await tags.statusListOf(0),
    trust: trustDocument(tags.services),
    now: tags.services.clock.now(),
  }
  return {
    ours: await measurePage('page-check.ts', input),
    byStandard: await measurePage('page-check-by-standard.ts', input),
  }
}

async function measurePage(entry: string, input: PageInput): Promise<BrowserFigures> {
  const files = await bundle(entry)
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.setHeader('Content-Type', file ? 'text/javascript' : 'text/html')
    response.end(file ?? `<!doctype html><script type="module" src="/entry.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => 'check' in globalThis)
    const times = await page.evaluate(checkOften, { input, count: LATER + 1 })
    const [first = 0, ...later] = times
    return { first, warm: median(later), gzipBytes: gzipSync(files.get('/entry.js') ?? '', { level: 9 }).length }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Runs in the page. */
async function checkOften({ input, count }: { input: PageInput; count: number }): Promise<number[]> {
  const check: unknown = Reflect.get(globalThis, 'check')
  if (typeof check !== 'function') throw new Error('The page has no check.')
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const started = performance.now()
    const isRight: unknown = await check(input)
    times.push(performance.now() - started)
    if (isRight !== true) throw new Error('The page does not find right what is.')
  }
  return times
}

/** By path. Later imports are separate files. */
async function bundle(entry: string): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: { entry: `tests/bench/proofs/${entry}` },
    outdir: 'out',
    bundle: true,
    write: false,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  })
  return new Map(outputFiles.map(({ path, text }) => [`/${path.split('/').at(-1)}`, text]))
}
