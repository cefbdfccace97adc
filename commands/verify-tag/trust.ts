import { isLoopback } from '../../api/lib/text'
import { issuerHost } from '../../contract/credential/issuer-host'
import { isRecord, listOf, recordOf, textOf } from '../../contract/credential/json-reading'
import { parseJson } from '../../contract/credential/parse-json'
import { readTrust } from '../../contract/credential/read-trust'
import type { Trust } from '../../contract/credential/report'
import { proofPaths } from '../../contract/proof-paths'
import { UnreadableError } from '../inspect/sources'

/** Whom a check believes, and on whose word. */
export interface FoundTrust {
  trust: Trust
  /**
   * - `file`: what the user has saved
   * - `named`: the address that they named
   * - `issuer`: the address that the TrustTag names, which shows who signed and not who that is
   */
  from: 'file' | 'named' | 'issuer'
}

/** A file that somebody chose to believe. @throws UnreadableError */
export const trustInFile = (text: string): FoundTrust => ({ trust: parse(text), from: 'file' })

/**
 * Asks an issuer for its keys (did:web), its log's and its witnesses'. It speaks for itself alone: what it says of others is
 * dropped.
 * @param did of a credential that has not been checked yet
 * @throws UnreadableError where it cannot be asked
 */
export async function trustOfIssuer(did: string, ask: AskIssuer): Promise<FoundTrust> {
  const place = issuerHost(did)
  // Signed by somebody whom no address stands for: the check says so.
  if (!place) return { trust: [], from: 'issuer' }
  const [document, keys] = await Promise.all([
    ask(place.host, '/trusttag/trust.json'),
    ask(place.host, proofPaths[place.mode].did),
  ])
  if (document === null || keys === null)
    throw new UnreadableError(`names ${place.host} as its issuer, which does not say which keys are its own`)
  const signing = keysOf(keys, did)
  const own = parse(document).find((one) => one.did === did)
  return { trust: own ? [{ ...own, keys: signing }] : [], from: 'issuer' }
}

/** The keys with which a DID document lets its subject issue. */
function keysOf(text: string, did: string): string[] {
  const document = recordOf(parseJson(text))
  const allowed = new Set(listOf(document.assertionMethod))
  if (document.id !== did) return []
  return listOf(document.verificationMethod)
    .filter(isRecord)
    .filter(({ id, controller, type }) => allowed.has(id) && controller === did && type === 'Multikey')
    .filter(({ id, publicKeyMultibase }) => id === `${did}#${textOf(publicKeyMultibase)}`)
    .map(({ publicKeyMultibase }) => textOf(publicKeyMultibase))
}

function parse(text: string): Trust {
  try {
    return readTrust(parseJson(text))
  } catch (error) {
    throw new UnreadableError(
      `says nothing of use about whom to believe: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const TIME_LIMIT_MS = 10_000
const ANSWER_MAX_BYTES = 2_000_000

/** Reads a file of an issuer; null where there is none, or no answer. */
export type AskIssuer = (host: string, path: string) => Promise<string | null>

/**
 * Reads over HTTPS; over HTTP only on this machine, where nobody stands between. A redirect is not followed: what an issuer
 * publishes stands on its own host.
 */
export const askIssuer: AskIssuer = async (host, path) => {
  try {
    const answer = await fetch(originOf(host) + path, {
      redirect: 'error',
      headers: { 'user-agent': 'trusttag-verify' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    return answer.ok ? await readText(answer) : null
  } catch {
    return null
  }
}

/** @param host with its port, if it has one */
function originOf(host: string): string {
  const isHere = isLoopback(new URL(`http://${host}`).hostname)
  return `${isHere ? 'http' : 'https'}://${host}`
}

async function readText(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_MAX_BYTES) return null
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
