import { join } from 'node:path'
import { proofModes } from '../../../contract/proof-paths'
import { didDocument } from '../credentials/routes'
import type { Services } from '../../ports/services'
import { cryptosuites } from '../../../contract/credential/contexts'
import { isRecord } from '../../../contract/credential/json-reading'
import { checkCredential, fail, VcProblem } from './check'
import type { JsonObject } from '../credentials/issuer'
import { ed25519KeyOf, newEd25519Key, publicMultikey, signCredential } from '../credentials/sign'
import type { CredentialKey, Cryptosuite } from '../credentials/sign'
import { createLoadDocument, createVerifier } from './verify'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

interface VcApiSettings {
  vcApi: boolean
  dataDir: string
}

/** The VC API with its own key in DATA_DIR/keys; null if it is off. It also verifies credentials of this installation. */
export function openVcApi(
  { vcApi, dataDir }: VcApiSettings,
  { issuer, clock }: Pick<Services, 'issuer' | 'clock'>,
): VcApi | null {
  if (!vcApi) return null
  return createVcApi({
    key: adaptorKey(join(dataDir, 'keys')),
    ownIssuers: () => proofModes.map((mode) => didDocument(issuer, mode)),
    now: () => clock.now(),
  })
}

interface VcApiOptions {
  key: CredentialKey
  /** Current DID documents of this installation. */
  ownIssuers: () => readonly object[]
  now: () => number
}

export type VcApi = ReturnType<typeof createVcApi>

/** The VC API of the W3C Credentials Community Group: issuing and verifying. */
function createVcApi({ key, ownIssuers, now }: VcApiOptions) {
  const loadDocument = createLoadDocument(ownIssuers)
  return {
    did: key.did,
    /**
     * @param options `cryptosuite`: one of ours, or a list of both
     * @throws {VcProblem} for an invalid credential, or one that cannot be signed
     */
    issue: async (credential: unknown, options: Readonly<Record<string, unknown>>): Promise<JsonObject> => {
      checkCredential(credential)
      if ('proof' in credential) fail('A credential to sign must not have a proof.')
      const suites = suitesOf(options)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed from JSON
      const document = inOwnName(credential, key.did) as JsonObject
      try {
        return await signCredential(key, document, { suites, loadDocument })
      } catch (error) {
        throw new VcProblem('generation', 'A term or a type is defined by no context that is kept here.', {
          cause: error,
        })
      }
    },
    ...createVerifier({ loadDocument, now }),
  }
}

/** The signer is the issuer: it never signs in another's name. */
function inOwnName(credential: Record<string, unknown>, did: string): Record<string, unknown> {
  const { issuer } = credential
  return { ...credential, issuer: isRecord(issuer) ? { ...issuer, id: did } : did }
}

/** One suite, or several for a set of proofs. */
function suitesOf({ cryptosuite = 'eddsa-rdfc-2022' }: Record<string, unknown>): Cryptosuite[] {
  const wanted: readonly unknown[] = Array.isArray(cryptosuite) ? cryptosuite : [cryptosuite]
  const known = cryptosuites.filter((one) => wanted.includes(one))
  if (known.length === 0 || known.length !== wanted.length)
    fail(`options.cryptosuite must be of ${cryptosuites.join(' and ')}.`)
  return known
}

const FILE = 'vc-api-key.txt'

/**
 * The VC API has a `did:key` of its own, made on first use. It signs what it is given, so it must never use a TrustTag key.
 * @param folder readable by its owner only
 * @throws Error when the file has no key; its text is never repeated
 */
function adaptorKey(folder: string): CredentialKey {
  const file = join(folder, FILE)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Another process may be faster: then its key is read.
    writeIfMissing(file, Buffer.from(newEd25519Key().seed).toString('base64url'))
  }
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (seed.length !== 32) throw new Error(`The key in ${file} cannot be read.`)
  const key = ed25519KeyOf(new Uint8Array(seed))
  const publicKeyMultibase = publicMultikey(key.publicKey)
  return { did: `did:key:${publicKeyMultibase}`, publicKeyMultibase, seed: key.seed }
}

function writeIfMissing(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!existsSync(file)) throw error
  }
}
