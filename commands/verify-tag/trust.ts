import { isLoopback } from '../../api/lib/text'
import { issuerHost } from '../../contract/credential/issuer-host'
import { isRecord, listOf, recordOf, textOf } from '../../contract/credential/json-reading'
import { parseJson } from '../../contract/credential/parse-json'
import { readTrust } from '../../contract/credential/read-trust'
import type { Trust } from '../../contract/credential/report'
import { proofPaths } from '../../contract/proof-paths'
import { UnreadableError } from '../inspect/sources'

/** The trusted issuers of a check, and why they are trusted. */
export interface FoundTrust {
  trust: Trust
  /**
   * - `file`: the --trust file
   * - `named`: the host of --issuer
   * - `issuer`: the host that the TrustTag names, which shows who signed but not who that is
   */
  from: 'file' | 'named' | 'issuer'
}

/** @throws UnreadableError */
export const trustInFile = (text: string): FoundTrust => ({ trust: parse(text), from: 'file' })

/**
 * Fetches the keys of an issuer (did:web), its log and its witnesses. What it states about other issuers is dropped.
 * @param did of a credential that is not checked yet
 * @throws UnreadableError if they cannot be fetched
 */
export async function trustOfIssuer(did: string, ask: AskIssuer): Promise<FoundTrust> {
  const place = issuerHost(did)
  // Without a host there is no trust; the check reports it.
  if (!place) return { trust: [], from: 'issuer' }
  const [document, keys] = await Promise.all([
    ask(place.host, '/trusttag/trust.json'),
    ask(place.host, proofPaths[place.mode].did),
  ])
  if (document === null || keys === null)
    throw new UnreadableError(`names ${place.host} as its issuer, but its keys could not be fetched from there`)
  const signing = keysOf(keys, did)
  const own = parse(document).find((one) => one.did === did)
  return { trust: own ? [{ ...own, keys: signing }] : [], from: 'issuer' }
}

/** Keys that the DID document allows for assertions. */
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
    throw new UnreadableError(`is not a valid trust file: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const TIME_LIMIT_MS = 10_000
const ANSWER_MAX_BYTES = 2_000_000

/** Null if the file is missing or the issuer does not respond. */
export type AskIssuer = (host: string, path: string) => Promise<string | null>

/** HTTPS, or HTTP on loopback. Redirects are not followed: issuers publish on their own host. */
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

/** @param host with its port, if any */
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
