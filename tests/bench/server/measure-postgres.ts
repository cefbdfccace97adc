import { findPostgres } from '../../support/postgres/find-postgres'
import { startPostgres } from '../../support/postgres/start-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import type { Contender } from './contender'
import { postgresBytes } from './database-bytes'
import type { Load, LoadFigures } from './measure-load'
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
  bytesPerMember: number | null
}

/** Our API on a local PostgreSQL server with durable commits; null if none is installed. */
export async function openPostgresContender(dataDir: string): Promise<Contender | null> {
  if (findPostgres() === null) return null
  const postgres = await startPostgres({ durable: true })
  await queryOnce(`${postgres.url}/postgres`, 'create database bench')
  const url = `${postgres.url}/bench`
  const server = await startOurs(dataDir, url)
  const restBytes = await residentBytes(server.pid)
  const filled = await fill(server.url, ourRequests, () => postgresBytes(url))
  const stop = async (): Promise<void> => {
    await server.stop()
    await postgres.remove()
  }
  return { name: 'ours on PostgreSQL', ...server, ...filled, restBytes, stop }
}

export async function measurePostgres(load: Load, contender: Contender): Promise<PostgresFigures> {
  return {
    reads: await load.measure(contender, 'reads', CONNECTIONS.reads, LOAD_SECONDS.reads),
    signIns: await load.measure(contender, 'signIns', CONNECTIONS.signIns, LOAD_SECONDS.signIns),
    waiting: await measureServer(load, contender),
    bytesPerMember: contender.bytesPerMember,
  }
}
