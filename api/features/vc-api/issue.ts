import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { credentialContexts, cryptosuites } from '../../../contract/credential/contexts'
import { isRecord } from '../../../contract/credential/json-reading'
import { proofModes } from '../../../contract/proof-paths'
import type { Services } from '../../http/services'
import type { JsonObject } from '../credentials/build'
import { didDocument, publicMultikey, signCredential } from '../credentials/issuer'
import type { CredentialKey, Cryptosuite } from '../credentials/issuer'
import { ed25519KeyOf, newEd25519Key } from '../transparency-log/ed25519'
import { checkCredential, fail, VcProblem } from './check'
import { createVcStatus, type VcStatus } from './status'
import { createCanonizer, createLoadDocument, createVerifier } from './verify'

interface VcApiSettings {
  vcApi: boolean
  dataDir: string
}

/** The VC API with its own key in DATA_DIR/keys; null if it is off. Also verifies credentials of this installation. */
export function openVcApi(
  { vcApi, dataDir }: VcApiSettings,
  services: Pick<Services, 'issuer' | 'clock' | 'store' | 'urls' | 'proofAlarm'>,
): VcApi | null {
  if (!vcApi) return null
  const { issuer, clock } = services
  const folder = join(dataDir, 'keys')
  const key = adaptorKey(folder)
  return createVcApi({
    key,
    status: createVcStatus(folder, key, services),
    ownIssuers: () => proofModes.map((mode) => didDocument(issuer, mode)),
    now: () => clock.now(),
  })
}

interface VcApiOptions {
  key: CredentialKey
  status: VcStatus
  ownIssuers: () => readonly object[]
  now: () => number
}

export type VcApi = ReturnType<typeof createVcApi>

/** The issuing and verifying VC API of the W3C Credentials Community Group. */
function createVcApi({ key, status, ownIssuers, now }: VcApiOptions) {
  const loadDocument = createLoadDocument(ownIssuers)
  const canonize = createCanonizer(loadDocument)
  return {
    did: key.did,
    status,
    /** @param options `cryptosuite`: one, or a list. @throws {VcProblem} if it is invalid or cannot be signed */
    issue: async (credential: unknown, options: Readonly<Record<string, unknown>>): Promise<JsonObject> => {
      checkCredential(credential)
      if ('proof' in credential) fail('A credential to sign must not have a proof.')
      const suites = suitesOf(options)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed from JSON
      const document = withStatus(inOwnName(credential, key.did) as JsonObject, status)
      try {
        return await signCredential(key, document, { suites, loadDocument, canonize })
      } catch (error) {
        throw new VcProblem('generation', 'A term or type is not defined by any known context.', {
          cause: error,
        })
      }
    },
    ...createVerifier({ loadDocument, canonize, now, checkStatus: (credential) => status.check(credential) }),
  }
}

/** Credentials without a status get one. The contexts of data model 1.1 do not define its terms. */
const withStatus = (document: JsonObject, status: VcStatus): JsonObject =>
  'credentialStatus' in document || !isVersion2(document)
    ? document
    : { ...document, credentialStatus: status.allocate() }

const isVersion2 = ({ '@context': contexts }: JsonObject): boolean =>
  Array.isArray(contexts) && contexts[0] === credentialContexts[0]

/** The signer is always the issuer: it never signs in another's name. */
function inOwnName(credential: Record<string, unknown>, did: string): Record<string, unknown> {
  const { issuer } = credential
  return { ...credential, issuer: isRecord(issuer) ? { ...issuer, id: did } : did }
}

function suitesOf({ cryptosuite = 'eddsa-rdfc-2022' }: Record<string, unknown>): Cryptosuite[] {
  const wanted: readonly unknown[] = Array.isArray(cryptosuite) ? cryptosuite : [cryptosuite]
  const known = cryptosuites.filter((one) => wanted.includes(one))
  if (known.length === 0 || known.length !== wanted.length)
    fail(`options.cryptosuite must be ${cryptosuites.join(' or ')}.`)
  return known
}

const FILE = 'vc-api-key.txt'

/**
 * The VC API signs anything it is given, so it has its own `did:key`, made on first use, and never uses a TrustTag key.
 * @param folder readable by its owner only
 * @throws Error if the file has no key; its text is never repeated
 */
function adaptorKey(folder: string): CredentialKey {
  const file = join(folder, FILE)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // If another process is faster, its key is read.
    writeIfMissing(file, Buffer.from(newEd25519Key().seed).toString('base64url'))
  }
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (seed.length !== 32) throw new Error(`The key in ${file} cannot be read.`)
  const key = ed25519KeyOf(new Uint8Array(seed))
  const publicKeyMultibase = publicMultikey(key.publicKey)
  return { did: `did:key:${publicKeyMultibase}`, publicKeyMultibase, sign: key.sign }
}

function writeIfMissing(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!existsSync(file)) throw error
  }
}
