import { resolve } from 'node:path'
import { issuerHost } from '../../contract/credential/issuer-host'
import { recordOf, textOf } from '../../contract/credential/json-reading'
import { parseJson } from '../../contract/credential/parse-json'
import type { ProofReport } from '../../contract/credential/report'
import { verifyCredential } from '../../contract/credential/verify-credential'
import { statusFilePath, tagFilePath } from '../../contract/proof-paths'
import { escapeControlChars } from '../escape'
import { UnreadableError } from '../inspect/sources'
import { findProof, readTagFile, readText } from './files'
import { trustInFile, trustOfIssuer } from './trust'
import type { AskIssuer, FoundTrust } from './trust'

/** Why a named file cannot be used, in one sentence. */
export class CheckError extends Error {}

interface VerifyRequest {
  /** As it was typed. */
  file: string
  /** Files that replace what would be looked for; null: look. */
  proof: string | null
  trust: string | null
  status: string | null
  /** The only host that is believed; null for the one that the file names. */
  issuer: string | null
  offline: boolean
  /** Epoch milliseconds; null for the clock's. */
  now: number | null
}

interface CheckTools {
  /** Folder that relative paths begin at. */
  cwd: string
  /** Epoch milliseconds. */
  now: () => number
  ask: AskIssuer
}

export interface CheckedFile {
  report: ProofReport
  believed: FoundTrust['from']
  /** Host of the issuer that the file names; null where it names none that could be asked. */
  issuer: string | null
}

/**
 * Checks what a file holds with all that belongs to it, from beside it or from its issuer.
 * @throws CheckError where a file cannot be read, or nobody is known whom to believe
 */
export async function checkTag(request: VerifyRequest, tools: CheckTools): Promise<CheckedFile> {
  const { cwd } = tools
  const ask: AskIssuer = request.offline ? () => Promise.resolve(null) : tools.ask
  const readNamed = (name: string | null): Promise<string | null> =>
    name === null ? Promise.resolve(null) : named(name, () => readText(resolve(cwd, name)))
  const credential = await named(request.file, () => readTagFile(resolve(cwd, request.file)))
  const did = didIn(credential)
  const place = issuerHost(did)
  const { trust, from } = await findTrust(request, did, { ...tools, ask })
  const now = request.now ?? tools.now()
  const proof = (await readNamed(request.proof)) ?? (await findProof(resolve(cwd, request.file)))
  const given = { credential, proof, statusList: await readNamed(request.status), trust, now }
  const first = await verifyCredential(given)
  const { facts } = first
  if (!facts || !place) return { report: first, believed: from, issuer: place?.host ?? null }
  // Only of what a trusted issuer signed is anything more asked.
  const path = tagFilePath(facts.trustTagId, 'proof.tlog-proof')
  const report = await verifyCredential({
    ...given,
    proof: proof ?? (await ask(place.host, path)),
    statusList: given.statusList ?? (await askForStatus(facts.status?.list, place, ask)),
  })
  return { report, believed: from, issuer: place.host }
}

const didIn = (credential: string): string => textOf(recordOf(recordOf(parseJson(credential)).issuer).id)

async function findTrust(request: VerifyRequest, did: string, { cwd, ask }: CheckTools): Promise<FoundTrust> {
  const { file, trust, issuer } = request
  if (trust !== null) {
    const found = await named(trust, async () => trustInFile(await readText(resolve(cwd, trust))))
    const chosen = found.trust.filter((one) => issuer === null || issuerHost(one.did)?.host === issuer)
    return { ...found, trust: chosen }
  }
  if (issuer !== null && issuerHost(did)?.host !== issuer) return { trust: [], from: 'named' }
  const found = await named(file, () => trustOfIssuer(did, ask))
  return issuer === null ? found : { ...found, from: 'named' }
}

/** A list stands below one path of its issuer; `verifyCredential` has seen to it that the address is there. */
function askForStatus(
  list: string | undefined,
  { host, mode }: NonNullable<ReturnType<typeof issuerHost>>,
  ask: AskIssuer,
): Promise<string | null> {
  const number = list?.split('/').pop()
  return number === undefined ? Promise.resolve(null) : ask(host, statusFilePath(mode, Number(number)))
}

/** @throws CheckError with the name of what could not be read */
async function named<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    throw new CheckError(escapeControlChars(`${name} ${error.message}.`))
  }
}
