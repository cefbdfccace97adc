import { startProduct } from '../support/start-product'
import { type BenchPages, serveBenchPages } from './bench-pages'
import { CPU_THROTTLE, DEFAULT_ROUNDS } from './budgets'
import { bundleGzipBytes } from './bundle-size'
import { type DevtoolsBrowser, launchForMeasuring } from './devtools-pipe'
import { measureClick } from './measure-click'
import { measureLoad } from './measure-load'
import { median } from './median'
import { formatTable, type Medians, verdict } from './verdict'

type Round = Omit<Medians, 'bundleGzipBytes'>

/**
 * Measures, prints a table and tells whether all budgets are kept.
 * @param wanted number of rounds, as text from the environment
 * @returns exit code
 */
export async function runBench(wanted: string | undefined): Promise<number> {
  const rounds = Number(wanted ?? DEFAULT_ROUNDS)
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw Object.assign(new Error(`BENCH_ROUNDS must be a whole number from 1, not "${wanted}".`), { expected: true })
  }
  const product = await startProduct()
  const pages = await serveBenchPages(product.urls.api)
  const browser = await launchForMeasuring()
  try {
    const medians = { ...(await measureRounds(browser, pages, rounds)), bundleGzipBytes: await bundleGzipBytes() }
    const lines = verdict(medians)
    print(`\nMedians of ${rounds} rounds at ${CPU_THROTTLE}× CPU throttle:\n\n${formatTable(lines)}\n`)
    return lines.every(({ kept }) => kept) ? 0 : 1
  } finally {
    await browser.close()
    await pages.close()
    await product.stop()
  }
}

async function measureRounds(browser: DevtoolsBrowser, pages: BenchPages, rounds: number): Promise<Round> {
  // The first of everything pays for the browser's own start.
  await measureRound(browser, pages)
  const all: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await measureRound(browser, pages))
    print(`round ${round} of ${rounds}`)
  }
  const middle = (name: keyof Round): number => median(all.map((round) => round[name]))
  return {
    floorScript: middle('floorScript'),
    widgetScript: middle('widgetScript'),
    eagerScript: middle('eagerScript'),
    widgetBlocking: middle('widgetBlocking'),
    emptyHeap: middle('emptyHeap'),
    widgetHeap: middle('widgetHeap'),
    eagerHeap: middle('eagerHeap'),
    warmClick: middle('warmClick'),
    coldClick: middle('coldClick'),
    lazyClick: middle('lazyClick'),
  }
}

/** One after the other, so that a slow moment of the machine meets all of them. */
async function measureRound(browser: DevtoolsBrowser, pages: BenchPages): Promise<Round> {
  const empty = await measureLoad(browser, pages.url('empty'))
  const floor = await measureLoad(browser, pages.url('floor'))
  const widget = await measureLoad(browser, pages.url('widget'))
  const eager = await measureLoad(browser, pages.url('eager'))
  return {
    floorScript: floor.scriptMs,
    widgetScript: widget.scriptMs,
    eagerScript: eager.scriptMs,
    widgetBlocking: widget.blockingMs,
    emptyHeap: empty.heapBytes,
    widgetHeap: widget.heapBytes,
    eagerHeap: eager.heapBytes,
    warmClick: await measureClick(browser, pages.url('widget'), { warm: true }),
    coldClick: await measureClick(browser, pages.url('widget')),
    lazyClick: await measureClick(browser, pages.url('lazy')),
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
