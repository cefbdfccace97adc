import { startProduct } from '../support/start-product'
import { type BenchPages, serveBenchPages } from './bench-pages'
import { CPU_THROTTLE, DEFAULT_ROUNDS, LATENCIES_MS } from './budgets'
import { choose, readRounds } from './choices'
import { bundleGzipBytes } from './bundle-size'
import { formatComparison } from './comparison'
import { type DevtoolsBrowser, launchForMeasuring } from './devtools-pipe'
import { type FeltRound, formatFelt, measureFelt } from './measure-felt'
import { type FirstPaintRound, formatFirstPaint, measureFirstPaint } from './measure-first-paint'
import { formatTable } from './format-table'
import { measureRound } from './measure-round'
import { medianRound, type Round } from './round'
import { verdict } from './verdict'

/**
 * Measures, prints the tables and checks the budgets. BENCH_ONLY selects `budgets` or `felt`, which has goals only.
 * @param wanted number of rounds, as text from the environment
 * @returns exit code
 */
export async function runBench(wanted: string | undefined): Promise<number> {
  const rounds = readRounds(wanted, DEFAULT_ROUNDS)
  const only = { name: 'BENCH_ONLY', text: process.env['BENCH_ONLY'] }
  const parts = choose(only, ['budgets', 'felt'], (part) => part)
  const product = await startProduct()
  const { api } = product.urls
  const pages = await serveBenchPages(api)
  const browser = await launchForMeasuring()
  try {
    if (!parts.includes('budgets')) return await runFelt(browser, pages, { rounds, api })
    const medians = medianRound(await measureRounds(browser, pages, rounds))
    const lines = verdict({ ...medians, bundleGzipBytes: await bundleGzipBytes() })
    print(`\nMedians of ${rounds} rounds at ${CPU_THROTTLE}× CPU throttle:\n\n${formatTable(lines)}\n`)
    print(`Beside others, same rounds:\n\n${formatComparison(medians)}\n`)
    if (parts.includes('felt')) await runFelt(browser, pages, { rounds, api })
    return lines.every(({ kept }) => kept) ? 0 : 1
  } finally {
    await browser.close()
    await pages.close()
    await product.stop()
  }
}

/** Prints what visitors feel, with its goals. @returns exit code: a goal is no budget */
async function runFelt(
  browser: DevtoolsBrowser,
  pages: BenchPages,
  { rounds, api }: { rounds: number; api: string },
): Promise<number> {
  // Warm-up, as in `measureRounds`.
  await measureFelt(browser, pages, 0)
  const felt = LATENCIES_MS.map((latencyMs): { latencyMs: number; all: FeltRound[] } => ({ latencyMs, all: [] }))
  const paints: FirstPaintRound[][] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const { latencyMs, all } of felt) all.push(await measureFelt(browser, pages, latencyMs))
    paints.push(await measureFirstPaint(browser, api))
  }
  for (const { latencyMs, all } of felt)
    print(`What a visitor feels, at ${CPU_THROTTLE}× CPU throttle and ${latencyMs} ms latency:\n\n${formatFelt(all)}\n`)
  print(`What we add to a page without gated content:\n\n${formatFirstPaint(paints)}\n`)
  return 0
}

async function measureRounds(browser: DevtoolsBrowser, pages: BenchPages, rounds: number): Promise<Round[]> {
  // Warm-up: the first page includes the browser's own start.
  await measureRound(browser, pages)
  const all: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await measureRound(browser, pages))
    print(`round ${round} of ${rounds}`)
  }
  return all
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
