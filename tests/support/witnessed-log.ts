import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { logEntry } from '../../contract/credential/log-entry'
import { proofModes } from '../../contract/proof-paths'
import type { ProofMode } from '../../contract/proof-paths'
import { appendEntry } from '../../api/features/transparency-log/tree'
import { createWitnessWorker } from '../../api/features/transparency-log/witness-worker'
import { createWitnessStates, openOwnWitness } from '../../api/features/transparency-log/witnesses'
import type { Witness } from '../../api/features/transparency-log/witnesses'
import type { Services } from '../../api/http/services'
import { openTestServices } from './open-test-services'
import { tempFolder } from './temp-folder'

export type WitnessAnswer = Awaited<ReturnType<Witness['addCheckpoint']>>

/** A witness with a real key and real storage, which a test can stop. */
export interface StagedWitness extends Witness {
  /** Request bodies it received. */
  asked: string[]
  /** Replaces the next responses; null: the real ones. May throw, as a connection does. */
  instead: ((request: string) => WitnessAnswer | Promise<WitnessAnswer>) | null
}

export interface LogLine {
  level: number
  msg: string
  witness?: string
  log?: string
  reason?: string
}

/** The product's log in a real database, with real keys and witnesses. */
export async function openWitnessedLog() {
  const services = await openTestServices()
  const lines: LogLine[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

  function witness(host = 'witness.example', isSelfRun = false): StagedWitness {
    const logKeys = () => proofModes.flatMap((mode) => services.issuer.logKeys(mode))
    const own = openOwnWitness({ folder: join(tempFolder(), 'witness'), host, logKeys, clock: services.clock })
    const staged: StagedWitness = {
      key: own.key,
      isSelfRun,
      asked: [],
      instead: null,
      addCheckpoint: async (request) => {
        staged.asked.push(request)
        return staged.instead ? staged.instead(request) : own.addCheckpoint(request)
      },
    }
    return staged
  }

  return {
    services,
    /** Messages to the owner. */
    lines,
    witness,
    /** As in a process that runs the API. */
    process(...witnesses: StagedWitness[]) {
      const witnessStates = createWitnessStates()
      const own: Services = { ...services, log, witnesses, witnessStates }
      return { services: own, worker: createWitnessWorker({ ...own, retryFirstMs: 20 }) }
    },
    append: (count: number, mode: ProofMode = 'test') => appendEntries(services, count, mode),
  }
}

/** Writes entries as issuing does, each in its own transaction. */
export async function appendEntries(services: Services, count: number, mode: ProofMode): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await services.store.transaction((repositories) =>
      appendEntry(repositories, services, mode, logEntry('issue', randomBytes(32).toString('hex'))),
    )
}
