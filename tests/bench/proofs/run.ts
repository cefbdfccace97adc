import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openManyTags } from '../../support/many-tags'
import type { ManyTags } from '../../support/many-tags'
import { readRounds } from '../choices'
import { alignColumns } from '../format-table'
import { median } from '../median'
import { startBareLibrary } from './bare-library'
import { measureBrowser } from './measure-browser'
import { measureLog } from './measure-log'
import { CALLS, measureServer } from './measure-server'
import type { ServerRound } from './measure-server'
import { browserTable, logTable, serverTable } from './proof-tables'

const DEFAULT_ROUNDS = 5
const MOST_ROUNDS = 100
const LOG_ENTRIES = 10_000

/**
 * Measures issuing and checking TrustTags beside the library alone in the same run, and the costs of a log of 10,000.
 * @param wanted number of rounds, as text from the environment
 * @returns exit code
 */
export async function runBench(wanted: string | undefined): Promise<number> {
  const rounds = readRounds(wanted, DEFAULT_ROUNDS, MOST_ROUNDS)
  const folder = await mkdtemp(join(tmpdir(), 'proof-bench-'))
  const [tags, bare] = [await openManyTags(folder), startBareLibrary()]
  try {
    const empty = tags.tableBytes()
    const { medians, issued } = await measureRounds(tags, bare, rounds)
    print(`\nOn the server, medians of ${rounds} rounds:\n\n${alignColumns(serverTable(medians))}\n`)
    print(`In Chromium:\n\n${alignColumns(browserTable(await measureBrowser(tags)))}\n`)
    const log = await measureLog(tags, { from: issued, count: LOG_ENTRIES, empty })
    print(`With ${LOG_ENTRIES} TrustTags in the log:\n\n${alignColumns(logTable(log))}\n`)
    return 0
  } finally {
    await bare.close()
    await tags.store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureRounds(tags: ManyTags, bare: ReturnType<typeof startBareLibrary>, rounds: number) {
  const all: ServerRound[] = []
  // Warm-up: the first call loads the libraries.
  await measureServer(tags, bare, 0)
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await measureServer(tags, bare, round * CALLS))
    print(`round ${round} of ${rounds}`)
  }
  const medianOf = (key: keyof ServerRound): number => median(all.map((round) => round[key]))
  const medians: ServerRound = {
    issue: medianOf('issue'),
    bareIssue: medianOf('bareIssue'),
    signOnly: medianOf('signOnly'),
    verify: medianOf('verify'),
    bareVerify: medianOf('bareVerify'),
    ed25519Sign: medianOf('ed25519Sign'),
    ed25519Verify: medianOf('ed25519Verify'),
  }
  return { medians, issued: (rounds + 1) * CALLS }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
