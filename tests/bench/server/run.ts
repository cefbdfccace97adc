import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRounds } from '../choices'
import { alignColumns } from '../format-table'
import { startLoad } from './measure-load'
import { measurePostgres, openPostgresContender } from './measure-postgres'
import { measureRounds } from './measure-rounds'
import { measureStart } from './measure-start'
import { measureWaiting } from './measure-waiting'
import { residentBytes } from './measure-process'
import { contenderNames, openContenders } from './open-contenders'
import type { Contenders } from './open-contenders'
import { CONNECTIONS, DEFAULT_ROUNDS, MOST_ROUNDS } from './server-budgets'
import { budgetTable, costTable, postgresTable, rateTable, waitingTable } from './server-tables'
import { serverVerdict } from './server-verdict'

/**
 * Compares the server with better-auth and a bare handler in the same run, and prints tables.
 * @param wanted number of rounds, as text from the environment
 * @returns 1 if a budget is missed
 */
export async function runBench(wanted: string | undefined): Promise<number> {
  const rounds = readRounds(wanted, DEFAULT_ROUNDS, MOST_ROUNDS)
  const folder = await mkdtemp(join(tmpdir(), 'server-bench-'))
  try {
    const medians = await measureBeside(folder, rounds)
    const startMs = await measureStart(join(folder, 'ours'))
    const lines = serverVerdict(medians, startMs)
    const kept = lines.every((line) => line.kept)
    print('Budgets', budgetTable(lines))
    print('Load average of the machine at the end', loadavg()[0]?.toFixed(1) ?? '')
    return kept ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureBeside(folder: string, rounds: number) {
  const contenders = await openContenders(folder)
  const postgres = await openPostgresContender(join(folder, 'ours-on-postgres'))
  const load = await startLoad()
  try {
    const medians = await measureRounds(load, { contenders, postgres }, rounds, (line) => print(line))
    print(`Medians of ${rounds} rounds, ${CONNECTIONS.reads} connections`, rateTable(medians))
    print('Milliseconds that session reads took', waitingTable(await measureWaiting(load, contenders)))
    print('Memory, and disk for each member', costTable(contenders, await residentOf(contenders)))
    print(
      'Ours on PostgreSQL',
      postgres ? postgresTable(await measurePostgres(load, postgres)) : 'Not measured: PostgreSQL is not installed.',
    )
    return medians
  } finally {
    await load.stop()
    await postgres?.stop()
    for (const name of contenderNames) await contenders[name].stop()
  }
}

async function residentOf(contenders: Contenders): Promise<Record<keyof Contenders, number>> {
  const of = (name: keyof Contenders) => residentBytes(contenders[name].pid)
  return { ours: await of('ours'), peer: await of('peer'), bare: await of('bare') }
}

const print = (title: string, rows?: string | string[][]): void => {
  const text = rows === undefined ? '' : `:\n\n${typeof rows === 'string' ? rows : alignColumns(rows)}\n`
  process.stdout.write(`${title}${text}\n`)
}
