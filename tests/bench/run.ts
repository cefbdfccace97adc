import { startProduct } from '../support/start-product'
import { type BenchPages, serveBenchPages } from './bench-pages'
import { CPU_THROTTLE, DEFAULT_ROUNDS } from './budgets'
import { bundleGzipBytes } from './bundle-size'
import { formatComparison } from './comparison'
import { type DevtoolsBrowser, launchForMeasuring } from './devtools-pipe'
import { formatTable } from './format-table'
import { measureRound } from './measure-round'
import { medianRound, type Round } from './round'
import { verdict } from './verdict'

/**
 * Measures, prints the tables and tells whether all budgets are kept.
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
    const medians = medianRound(await measureRounds(browser, pages, rounds))
    const lines = verdict({ ...medians, bundleGzipBytes: await bundleGzipBytes() })
    print(`\nMedians of ${rounds} rounds at ${CPU_THROTTLE}× CPU throttle:\n\n${formatTable(lines)}\n`)
    print(`Beside others, same rounds:\n\n${formatComparison(medians)}\n`)
    return lines.every(({ kept }) => kept) ? 0 : 1
  } finally {
    await browser.close()
    await pages.close()
    await product.stop()
  }
}

async function measureRounds(browser: DevtoolsBrowser, pages: BenchPages, rounds: number): Promise<Round[]> {
  // The first of everything pays for the browser's own start.
  await measureRound(browser, pages)
  const all: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await measureRound(browser, pages))
    print(`round ${round} of ${rounds}`)
  }
  return all
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
