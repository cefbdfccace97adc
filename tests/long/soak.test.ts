import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../api/database/open-database'
import { dumpDatabase } from '../support/dump-database'
import { floors, growth } from '../support/soak/growth'
import type { Sample } from '../support/soak/growth'
import { liveAsMember } from '../support/soak/live-as-member'
import { readFigures } from '../support/soak/process-figures'
import type { ProcessFigures } from '../support/soak/process-figures'
import { startKillableApi } from '../support/start-killable-api'
import { tempFolder } from '../support/temp-folder'
import { withRepositories } from '../support/repositories'

/** An hour; `SOAK_MINUTES=6 npm run test:long -- …` for a short run. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60)
/** Share of the time for warm-up: caches fill, Node compiles, and the first rate limit windows end. */
const WARM_UP = 0.3
const SAMPLE_EVERY_MS = 2_000
const PEOPLE = 3
/** Pino's number of the level. */
const WARNING = 40
const TOKEN = 'a-token-of-the-soak-alone-0123456789'

/** Allowed rise from the end of the warm-up to the end, by linear fit. */
const mostGrowth: Readonly<Record<keyof ProcessFigures, number>> = {
  residentBytes: 32_000_000,
  heapBytes: 12_000_000,
  files: 4,
  timers: 8,
  sockets: 4,
}

/** A member, their sessions, mails, comments and all indexes of them: far less than this per row. */
const BYTES_PER_ROW_MAX = 2_000
/** Free pages, and the write-ahead log, which grows to the size of a burst of writes. */
const SPARE_BYTES = 8_000_000

test(
  `in ${MINUTES} minutes of everything at once nothing fails, and nothing grows but the rows`,
  { timeout: (MINUTES + 5) * 60_000 },
  async () => {
    const folder = tempFolder()
    const api = await startKillableApi(folder, { METRICS_TOKEN: TOKEN, LOG_LEVEL: 'warn', TRUST_PROXY: '1' })
    onTestFinished(() => void api.process.child.kill('SIGKILL'))
    const file = join(folder, 'membership.db')
    const store = withRepositories(await openDatabase({ file }))
    onTestFinished(() => store.close())
    const end = Date.now() + MINUTES * 60_000
    let lives = 0
    const live = async (): Promise<void> => {
      while (Date.now() < end) await liveAsMember({ url: api.url, store }, (lives += 1))
    }
    const people = Promise.all(Array.from({ length: PEOPLE }, live))
    const [, samples] = await Promise.all([people, sampleUntil(end, () => readFigures(api, TOKEN))])
    const settled = samples.slice(Math.floor(samples.length * WARM_UP))
    const of = (name: keyof ProcessFigures): Sample[] =>
      settled.map(({ at, figures }) => ({ at, value: figures[name] }))
    const grown = {
      residentBytes: growth(of('residentBytes')),
      heapBytes: growth(floors(of('heapBytes'), 20)),
      files: growth(of('files')),
      timers: growth(of('timers')),
      sockets: growth(of('sockets')),
    }
    process.stdout.write(
      `${lives} lives; growth ${JSON.stringify(grown)}; last ${JSON.stringify(settled.at(-1)?.figures)}\n`,
    )
    expect(lives).toBeGreaterThan(MINUTES)
    expect(Object.entries(mostGrowth).filter(([name, most]) => Object(grown)[name] > most)).toEqual([])
    expectNoMoreThanRows(file)
    api.process.child.kill('SIGTERM')
    expect((await api.process.ended).code).toBe(0)
    // Security events are not warnings.
    expect(linesFrom(api.process.output(), WARNING)).toEqual([])
  },
)

async function sampleUntil(end: number, look: () => Promise<ProcessFigures>) {
  const samples: { at: number; figures: ProcessFigures }[] = []
  for (const start = Date.now(); Date.now() < end; await pause(SAMPLE_EVERY_MS))
    samples.push({ at: (Date.now() - start) / 1000, figures: await look() })
  return samples
}

/** Log lines of at least this level; lines that are not JSON have the highest. */
function linesFrom(output: string, level: number): string[] {
  const lines = output.split('\n').filter((line) => line !== '')
  return lines.filter((line) => Number(/^\{"level":(\d+)/u.exec(line)?.[1] ?? Infinity) >= level)
}

function expectNoMoreThanRows(file: string): void {
  const rows = Object.values(dumpDatabase(file)).reduce((sum, table) => sum + table.length, 0)
  const files = [file, `${file}-wal`].filter((part) => existsSync(part))
  const bytes = files.reduce((sum, part) => sum + statSync(part).size, 0)
  process.stdout.write(`${rows} rows in ${bytes} bytes\n`)
  expect(bytes).toBeLessThan(rows * BYTES_PER_ROW_MAX + SPARE_BYTES)
}
