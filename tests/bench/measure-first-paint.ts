import { createServer, request as sendRequest, type Server } from 'node:http'
import { installTag } from '../../contract/install-tag'
import { listen } from '../support/listen'
import { LATENCIES_MS } from './budgets'
import type { DevtoolsBrowser } from './devtools-pipe'
import { alignColumns } from './format-table'
import { median } from './median'
import { firstPaint, withThrottledPage } from './throttled-page'

/** Navigation → first paint, in milliseconds. */
interface FirstPaint {
  firstVisitMs: number
  /** Chromium stores the compiled script during this one, before it paints. */
  reloadMs: number
  secondReloadMs: number
}

export interface FirstPaintRound {
  /** Round trip to the API. The page itself has none. */
  latencyMs: number
  /** The same page without us. */
  without: FirstPaint
  with: FirstPaint
}

/** A page without gated content, on its own and with the recommended tag, whose API is far away. */
export async function measureFirstPaint(browser: DevtoolsBrowser, apiUrl: string): Promise<FirstPaintRound[]> {
  const rounds: FirstPaintRound[] = []
  for (const latencyMs of LATENCIES_MS) {
    const api = await serve(farApi(apiUrl, latencyMs))
    const pages = await serve(pageServer(api.url))
    try {
      rounds.push({
        latencyMs,
        without: await measurePage(browser, `${pages.url}/without`),
        with: await measurePage(browser, `${pages.url}/with`),
      })
    } finally {
      await Promise.all([pages.close(), api.close()])
    }
  }
  return rounds
}

const measurePage = (browser: DevtoolsBrowser, url: string): Promise<FirstPaint> =>
  withThrottledPage(browser, url, async (page) => {
    const firstVisitMs = await firstPaint(page)
    const reload = async (): Promise<number> => {
      await page.reload()
      return firstPaint(page)
    }
    return { firstVisitMs, reloadMs: await reload(), secondReloadMs: await reload() }
  })

/** Passes requests on to the API, each one a round trip later. */
function farApi(apiUrl: string, latencyMs: number): Server {
  return createServer((request, response) => {
    const { method, url = '/', headers } = request
    const passOn = () => {
      const sent = sendRequest(apiUrl + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      sent.on('error', () => response.destroy())
      request.pipe(sent)
    }
    setTimeout(passOn, latencyMs)
  })
}

function pageServer(apiUrl: string): Server {
  const html = (tag: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>
<link rel="icon" href="data:,">${tag}</head><body><h1>Bench</h1><p>${'A page as any other. '.repeat(50)}</p></body></html>`
  return createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html(url === '/with' ? installTag(apiUrl, 'app_demo') : ''))
  })
}

async function serve(server: Server) {
  const port = await listen(server)
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://localhost:${port}`, close }
}

/** What a first visit may cost beside its round trip, and a reload. */
const FIRST_VISIT_MAX_MS = 100
const RELOAD_MAX_MS = 50
const VISITS = { firstVisitMs: 'first visit', reloadMs: 'reload', secondReloadMs: 'second reload' } as const

/** The medians as a terminal table, with limits of what we add to the same page. */
export function formatFirstPaint(rounds: readonly FirstPaintRound[][]): string {
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  const row = (latencyMs: number, visit: keyof FirstPaint, maxMs: number): string[] => {
    const same = rounds.flat().filter((round) => round.latencyMs === latencyMs)
    const [without, ours] = (['without', 'with'] as const).map((page) => median(same.map((one) => one[page][visit])))
    const added = (ours ?? NaN) - (without ?? NaN)
    const verdict = added <= maxMs ? 'met' : 'MISSED'
    return [
      `${VISITS[visit]}, API ${ms(latencyMs)} away`,
      ms(without ?? NaN),
      ms(ours ?? NaN),
      ms(added),
      `at most ${ms(maxMs)}`,
      verdict,
      '',
    ]
  }
  return alignColumns([
    ['first paint', 'without us', 'with us', 'added', 'limit', '', ''],
    ...LATENCIES_MS.flatMap((latencyMs) => [
      row(latencyMs, 'firstVisitMs', latencyMs + FIRST_VISIT_MAX_MS),
      row(latencyMs, 'reloadMs', RELOAD_MAX_MS),
      row(latencyMs, 'secondReloadMs', RELOAD_MAX_MS),
    ]),
  ])
}
