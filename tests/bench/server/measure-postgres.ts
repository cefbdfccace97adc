import { findPostgres } from '../../support/postgres/find-postgres'
import { startPostgres } from '../../support/postgres/start-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import type { Contender } from './contender'
import { postgresBytes } from './database-bytes'
import { startLoad } from './measure-load'
import type { LoadFigures } from './measure-load'
import { residentBytes } from './measure-process'
import { measureServer } from './measure-waiting'
import type { WaitingFigures } from './measure-waiting'
import { fill } from './open-contenders'
import { CONNECTIONS, LOAD_SECONDS } from './server-budgets'
import { ourRequests, startOurs } from './start-ours'

export interface PostgresFigures {
  reads: LoadFigures
  signIns: LoadFigures
  waiting: WaitingFigures
  bytesPerMember: number
}

/** The same of ours on a PostgreSQL server on this machine, whose commits reach the disk; null where there is none. */
export async function measurePostgres(dataDir: string): Promise<PostgresFigures | null> {
  if (findPostgres() === null) return null
  const postgres = await startPostgres({ durable: true })
  try {
    await queryOnce(`${postgres.url}/postgres`, 'create database bench')
    return await measureOn(`${postgres.url}/bench`, dataDir)
  } finally {
    await postgres.remove()
  }
}

async function measureOn(url: string, dataDir: string): Promise<PostgresFigures> {
  const server = await startOurs(dataDir, url)
  const load = await startLoad()
  try {
    const restBytes = await residentBytes(server.pid)
    const { bytesPerMember, ...asked } = await fill(server.url, ourRequests, () => postgresBytes(url))
    const contender: Contender = { name: 'ours on PostgreSQL', ...server, ...asked, bytesPerMember, restBytes }
    await load.measure(contender, 'reads', CONNECTIONS.reads, LOAD_SECONDS.reads)
    return {
      reads: await load.measure(contender, 'reads', CONNECTIONS.reads, LOAD_SECONDS.reads),
      signIns: await load.measure(contender, 'signIns', CONNECTIONS.signIns, LOAD_SECONDS.signIns),
      waiting: await measureServer(load, contender),
      bytesPerMember,
    }
  } finally {
    await load.stop()
    await server.stop()
  }
}
