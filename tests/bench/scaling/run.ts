import { cpus, loadavg } from 'node:os'
import { readRounds } from '../choices'
import { alignColumns } from '../format-table'
import { setups } from './installations'
import { measureInstallation } from './measure-installation'
import type { ScalingFigures } from './measure-installation'

const MEMBERS = 1_000
const SECONDS = 8

/**
 * `npm run bench -- scaling`: measures one process on SQLite, and one and two on PostgreSQL; load and database share the
 * processors. It has no budgets: the figures are those of docs/scaling.md.
 * @param shortened any number: a short run
 * @returns exit code
 */
export async function runBench(shortened?: string): Promise<number> {
  if (shortened !== undefined) readRounds(shortened, 1)
  const size = shortened ? { members: 200, seconds: 2 } : { members: MEMBERS, seconds: SECONDS }
  const rows: ScalingFigures[] = []
  for (const { name, start } of setups) {
    if (!start) {
      process.stdout.write(`Not measured: ${name}. PostgreSQL is not installed.\n`)
      continue
    }
    const installation = await start()
    try {
      rows.push(await measureInstallation(installation, size))
    } finally {
      await installation.stop()
    }
  }
  const [load = 0] = loadavg()
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}; load average at the end ${load.toFixed(1)}`
  const heads = ['sign-ups/s', 'µs each', 'session reads/s', 'µs each', 'writes/s', 'µs each', 'bytes a member']
  const table = alignColumns([['', ...heads], ...rows.map(toRow)])
  process.stdout.write(`${machine}\n\n${table}\n`)
  return 0
}

function toRow({ name, signUps, reads, writes, bytesPerMember }: ScalingFigures): string[] {
  const figures = [signUps, reads, writes].flatMap(({ perSecond, processorUs }) => [perSecond, processorUs])
  return [name].concat(figures.concat(bytesPerMember).map((figure) => figure.toFixed(0)))
}
