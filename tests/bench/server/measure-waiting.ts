import { startLoad } from './measure-load'
import type { Load, LoadFigures } from './measure-load'
import type { Contender } from './contender'
import type { Contenders } from './open-contenders'
import { CONCURRENCIES, CONNECTIONS, LOAD_SECONDS } from './server-budgets'

/** Waiting times of session reads. */
export interface WaitingFigures {
  /** By the number of connections. */
  alone: readonly { connections: number; figures: LoadFigures }[]
  /** During logins; null if the server has none. */
  besideSignIns: LoadFigures | null
}

export async function measureWaiting(
  load: Load,
  { ours, peer, bare }: Contenders,
): Promise<Record<keyof Contenders, WaitingFigures>> {
  const of = (server: Contender) => measureServer(load, server)
  return { ours: await of(ours), peer: await of(peer), bare: await of(bare) }
}

export async function measureServer(load: Load, server: Contender): Promise<WaitingFigures> {
  const alone = []
  for (const connections of CONCURRENCIES)
    alone.push({ connections, figures: await load.measure(server, 'reads', connections, LOAD_SECONDS.reads) })
  const besideSignIns = server.signIns.length > 0 ? await readBesideSignIns(load, server) : null
  return { alone, besideSignIns }
}

/** Passwords take processor time: logged-in members must not wait for them. */
async function readBesideSignIns(load: Load, server: Contender): Promise<LoadFigures> {
  const other = await startLoad()
  try {
    const signingIn = other.press(server, 'signIns', CONNECTIONS.signIns, LOAD_SECONDS.signIns)
    const figures = await load.measure(server, 'reads', CONNECTIONS.reads, LOAD_SECONDS.reads)
    await signingIn
    return figures
  } finally {
    await other.stop()
  }
}
