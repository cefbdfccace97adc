import { join } from 'node:path'
import { proofModes } from '../../../contract/proof-paths'
import { ConfigError } from '../../lib/settings'
import type { Config } from '../../config'
import type { WitnessAddress } from './settings'
import { createWitnessStates } from './witnesses'
import type { Witness, WitnessStates } from './witnesses'
import type { Services } from '../../ports/services'
import { createWitnessWorker } from './witness-worker'
import type { WitnessWorker } from './witness-worker'
import { toHex } from '../../../contract/bytes'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { addCheckpoint } from './witness'
import type { Clock } from '../../lib/clock'
import { createFileMemory, memoryFolder, openWitnessKey } from './witness-files'

interface OpenedWitnesses {
  witnesses: readonly Witness[]
  witnessStates: WitnessStates
  worker: WitnessWorker
}

/** @throws {ConfigError} when the key of the API's own witness cannot be used */
export function openWitnesses(
  { witnesses: { others, isSelfRun }, dataDir }: Pick<Config, 'witnesses' | 'dataDir'>,
  services: Pick<Services, 'store' | 'issuer' | 'clock' | 'log'>,
): OpenedWitnesses {
  const own = isSelfRun ? [openOwn(join(dataDir, 'witness'), services)] : []
  const witnesses = [...others.map(openOther), ...own]
  const asked = witnesses.filter(({ isRetired }) => isRetired !== true)
  const witnessStates = createWitnessStates()
  return { witnesses, witnessStates, worker: createWitnessWorker({ ...services, witnesses: asked, witnessStates }) }
}

const openOther = ({ key, url }: WitnessAddress): Witness =>
  url === null
    ? { key, isSelfRun: false, isRetired: true, addCheckpoint: () => Promise.reject(new Error('it is asked no more')) }
    : createHttpWitness({ key, url })

function openOwn(folder: string, { issuer, clock }: Pick<Services, 'issuer' | 'clock'>): Witness {
  const logKeys = () => proofModes.flatMap((mode) => issuer.logKeys(mode))
  try {
    return openOwnWitness({ folder, host: new URL(issuer.origin).host, logKeys, clock })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${reason} See docs/witness.md; SELF_WITNESS=off starts without it.`, { cause: error })
  }
}

interface OwnWitnessOptions {
  /** For its key and memory: never in the database of the log. */
  folder: string
  /** Host of the log's URL: the witness's name begins with it. */
  host: string
  /** Of every watched log; called for each request. */
  logKeys: () => readonly VerifierKey[]
  clock: Clock
}

/** Part of the name, so that a new key never has the name of a lost one. */
const NAME_KEY_BYTES = 4

/** A witness in the log's own process. It notices a rolled-back or rewritten database, but its operator could change both. */
export function openOwnWitness({ folder, host, logKeys, clock }: OwnWitnessOptions): Witness {
  const nameOf = (publicKey: Uint8Array) => `${host}/trusttag/witness/${toHex(publicKey.slice(0, NAME_KEY_BYTES))}`
  const { key, sign } = openWitnessKey(folder, nameOf)
  const memory = createFileMemory(memoryFolder(folder), key)
  const keysOf = (origin: string) => logKeys().filter(({ name }) => name === origin)
  return {
    key,
    isSelfRun: true,
    addCheckpoint: (request) => addCheckpoint({ key, sign, logKeys: keysOf, memory, clock }, request),
  }
}

const TIMEOUT_MS = 10_000
/** Far above a few signature lines. */
const ANSWER_MAX_BYTES = 20_000

/** @param url without a trailing slash. @param timeoutMs for the whole response */
export const createHttpWitness = (
  { key, url }: { key: VerifierKey; url: string },
  timeoutMs = TIMEOUT_MS,
): Witness => ({
  key,
  isSelfRun: false,
  async addCheckpoint(request) {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await post(`${url}/add-checkpoint`, request, signal)
    } catch (error) {
      if (error instanceof TooLongError) throw error
      throw new Error(signal.aborted ? 'it did not answer in time' : 'it cannot be reached', { cause: error })
    }
  },
})

class TooLongError extends Error {}

async function post(url: string, body: string, signal: AbortSignal): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  // A redirect would lead to a server that was not configured.
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, body: await readText(response) }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new TooLongError('its answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
