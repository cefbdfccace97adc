import { on } from 'node:events'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { multikeyBytes } from '../../../contract/credential/check-proof'
import { cryptosuites, PROOF_TYPE } from '../../../contract/credential/contexts'
import { isRecord, recordOf, textOf } from '../../../contract/credential/json-reading'
import { createConcurrencyLimiter, yieldToEventLoop } from '../../lib/concurrency'
import { type Canonize, loadContext } from '../credentials/issuer'
import { checkCredential, checkPresentation, fail, type JsonRecord, requireInTime, VcProblem } from './check'

interface VerifierOptions {
  loadDocument: LoadDocument
  canonize: Canonize
  now: () => number
  /** See `VcStatus`. */
  checkStatus: (credential: JsonRecord) => Promise<boolean>
}

interface Verification {
  checks: readonly ('proof' | 'dates' | 'status')[]
  /** The omitted checks, as sentences. */
  warnings: readonly string[]
}

/** Every proof must be valid, and one the issuer's: libraries often accept any one proof and skip unknown suites. */
export function createVerifier({ loadDocument, canonize, now, checkStatus }: VerifierOptions) {
  /** Returns the controllers of the keys. */
  async function verifyAll(secured: JsonRecord, asked: JsonRecord): Promise<string[]> {
    const controllers: string[] = []
    for (const { proof, document } of signedParts(secured)) {
      for (const [name, value] of Object.entries(asked))
        if (!listOf(proof[name]).includes(value)) fail(`${name} of a proof is invalid.`, 'signature')
      requireInTime(proof, { from: null, until: 'expires' }, now())
      controllers.push(await verifyProof({ proof, document, loadDocument, canonize }))
    }
    return controllers
  }

  /** Returns whether each status was checked. */
  async function verify(credential: unknown): Promise<boolean> {
    checkCredential(credential)
    const controllers = await verifyAll(credential, { proofPurpose: 'assertionMethod' })
    const { issuer } = credential
    const named = isRecord(issuer) ? issuer.id : issuer
    if (!controllers.some((one) => one === named)) fail('No proof is from the issuer.', 'signature')
    requireInTime(credential, { from: 'validFrom', until: 'validUntil' }, now())
    requireInTime(credential, { from: 'issuanceDate', until: 'expirationDate' }, now())
    return checkStatus(credential)
  }

  return {
    /** @throws {VcProblem} for the first fault */
    verify: async (credential: unknown): Promise<Verification> => {
      return verification(await verify(credential))
    },
    /**
     * @param options `challenge` and `domain` that the proof must have
     * @throws {VcProblem} for the first fault in the presentation or one of its credentials
     */
    verifyPresentation: async (presentation: unknown, options: JsonRecord): Promise<Verification> => {
      checkPresentation(presentation)
      const credentials = listOf(presentation.verifiableCredential)
      const checked: boolean[] = []
      for (const credential of credentials) checked.push(await verify(credential))
      const { checks, warnings } = verification(!checked.includes(false))
      if (presentation.proof === undefined) return { checks, warnings: [...warnings, 'The presentation has no proof.'] }
      await verifyAll(presentation, { proofPurpose: 'authentication', ...askedOf(options) })
      return { checks, warnings }
    },
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** @param hasStatus whether no status was left unchecked */
const verification = (hasStatus: boolean): Verification =>
  hasStatus
    ? { checks: ['proof', 'dates', 'status'], warnings: [] }
    : { checks: ['proof', 'dates'], warnings: ['The revocation status was not checked: the list is not ours.'] }

/** The `challenge` and `domain` that the caller expects in the proof, if any. */
function askedOf(options: JsonRecord): Record<string, string> {
  const asked: Record<string, string> = {}
  for (const name of ['challenge', 'domain']) {
    const value = options[name]
    if (value === undefined) continue
    asked[name] = typeof value === 'string' ? value : fail(`options.${name} must be a string.`)
  }
  return asked
}

/** Checks the signature, and that the key's controller allows the purpose. @returns its DID @throws {VcProblem} */
export async function verifyProof({
  proof,
  document,
  loadDocument,
  canonize,
}: SignedPart & Pick<VerifierOptions, 'loadDocument' | 'canonize'>): Promise<string> {
  const { type, cryptosuite, proofPurpose, verificationMethod } = proof
  const suiteName = cryptosuites.find((one) => one === cryptosuite)
  if (type !== PROOF_TYPE || !suiteName)
    fail(`The cryptosuite of a proof must be ${cryptosuites.join(' or ')}.`, 'signature')
  if (typeof verificationMethod !== 'string') fail('A proof must have a verificationMethod.', 'signature')
  // A body can have hundreds of proofs.
  await yieldToEventLoop()
  const suite = (await loadSuites(canonize))[suiteName]()
  // This suite reads a proof with its document's contexts; the other takes it as it is.
  const whole = suiteName === 'eddsa-rdfc-2022' ? { '@context': document['@context'], ...proof } : proof
  const found = await suite.verifyProof({ proof: whole, document, documentLoader: loadDocument }).catch(refuse)
  if (!found.verified) refuse(found.error)
  const controller = textOf(recordOf(found.verificationMethod).controller)
  const allowed: unknown = recordOf((await loadDocument(controller).catch(refuse)).document)[textOf(proofPurpose)]
  if (!Array.isArray(allowed) || !allowed.includes(verificationMethod))
    fail('A key is not allowed for this proof purpose.', 'signature')
  return controller
}

/** The cause is only for the log: libraries repeat their input in it. */
function refuse(cause?: unknown): never {
  throw new VcProblem('signature', 'A signature does not match the document, or its key is unknown.', { cause })
}

async function loadSuites(canonize: Canonize) {
  const [{ DataIntegrityProof }, { cryptosuite }, { createVerifyCryptosuite }] = await Promise.all([
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/eddsa-jcs-2022-cryptosuite'),
  ])
  return {
    'eddsa-rdfc-2022': () => new DataIntegrityProof({ cryptosuite: { ...cryptosuite, canonize } }),
    'eddsa-jcs-2022': () => new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
  }
}

/** A thread that needs no bundling: 100 kB can take seconds, and the libraries rarely yield. */
const CANONIZER = `
const { parentPort, workerData } = require('node:worker_threads')
const loading = []
const documentLoader = (url) => new Promise((resolve, reject) => {
  loading.push({ resolve, reject })
  parentPort.postMessage({ url })
})
parentPort.on('message', async ({ loaded, input, options }) => {
  if (input === undefined) {
    const { resolve, reject } = loading.shift()
    return loaded ? resolve(loaded) : reject(new Error('Unknown context.'))
  }
  const answer = await import(workerData)
    .then(({ cryptosuite }) => cryptosuite.canonize(input, { ...options, documentLoader }))
    .then((text) => ({ text }), (error) => ({ failure: String(error) }))
  parentPort.postMessage(answer)
})`

const answered = v.union([v.object({ text: v.string() }), v.object({ failure: v.string() })])
/** It asks for the contexts that a document names. */
const fromCanonizer = v.union([v.object({ url: v.string() }), answered])

const CANONIZE_MAX_MS = 10_000
const CANONIZER_HEAP_MAX_MB = 256

/** Canonicalizes one document after the other, in a thread that starts with the first. @throws Error (on a call) for a refused or endless one */
export function createCanonizer(loadDocument: LoadDocument, maxMs = CANONIZE_MAX_MS): Canonize {
  const queue = createConcurrencyLimiter({ concurrency: 1, queueLength: Infinity, retryAfterSeconds: 1 })
  let thread: Worker | null = null
  async function ask(worker: Worker, input: object, options: object): Promise<v.InferOutput<typeof answered>> {
    const messages = on(worker, 'message', { signal: AbortSignal.timeout(maxMs) })
    // Without the loader: functions cannot be sent.
    worker.postMessage({ input, options: JSON.parse(JSON.stringify(options)) }, [])
    for await (const [received] of messages) {
      const message = v.parse(fromCanonizer, received)
      if (!('url' in message)) return message
      worker.postMessage({ loaded: await loadDocument(message.url).catch(() => null) }, [])
    }
    throw new Error('The thread has ended.')
  }
  const canonize: Canonize = async (input, options) => {
    const worker = (thread ??= openCanonizer())
    const answer = await ask(worker, input, options).catch(async (error: unknown) => {
      thread = null
      await worker.terminate()
      throw error
    })
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.text
  }
  return (input, options) => queue.run(() => canonize(input, options))
}

function openCanonizer(): Worker {
  const library = createRequire(import.meta.url).resolve('@digitalbazaar/eddsa-rdfc-2022-cryptosuite')
  const worker = new Worker(CANONIZER, {
    eval: true,
    workerData: pathToFileURL(library).href,
    resourceLimits: { maxOldGenerationSizeMb: CANONIZER_HEAP_MAX_MB },
    env: {},
    stdout: true,
    stderr: true,
  })
  worker.unref()
  return worker
}

interface SignedPart {
  proof: JsonRecord
  /** As this proof signed it: without proofs, or with those that `previousProof` names. */
  document: JsonRecord
}

/**
 * Each proof with what it signed (Data Integrity, 4.5). @throws {VcProblem} if a proof or `previousProof` is missing
 */
export function signedParts(secured: JsonRecord): SignedPart[] {
  const { proof, ...document } = secured
  const all: readonly unknown[] = Array.isArray(proof) ? proof : [proof]
  const proofs = all.filter(isRecord)
  if (proofs.length === 0 || proofs.length !== all.length) fail('A proof is missing.', 'signature')
  return proofs.map((one) => {
    const previous = previousOf(one, proofs)
    return { proof: one, document: previous.length > 0 ? { ...document, proof: previous } : document }
  })
}

function previousOf({ previousProof }: JsonRecord, proofs: readonly JsonRecord[]): JsonRecord[] {
  if (previousProof === undefined) return []
  const ids: readonly unknown[] = Array.isArray(previousProof) ? previousProof : [previousProof]
  const found = proofs.filter(({ id }) => id !== undefined && ids.includes(id))
  if (ids.length === 0 || found.length !== ids.length) fail('previousProof refers to a missing proof.', 'signature')
  return found
}

interface LoadedDocument {
  contextUrl: null
  documentUrl: string
  document: object
}
type LoadDocument = (url: string) => Promise<LoadedDocument>

const VERSION_2 = 'https://www.w3.org/ns/credentials/v2'
const VERSION_1 = 'https://www.w3.org/2018/credentials/v1'
const MULTIKEY = 'https://w3id.org/security/multikey/v1'

const DATA_INTEGRITY = 'https://w3id.org/security/data-integrity/v2'
const EXAMPLES = 'https://www.w3.org/ns/credentials/examples/v2'

/** Loads bundled contexts, `did:key` documents and own DIDs; fetches nothing. @param own current DID documents */
export function createLoadDocument(own: () => readonly object[]): LoadDocument {
  return async (url) => {
    const [did = '', fragment] = url.split('#')
    const document = did.startsWith('did:') ? didPart(did, fragment, own) : await findContext(url)
    if (document) return { contextUrl: null, documentUrl: url, document }
    return loadContext(url)
  }
}

/** Contexts that TrustTags do not use, imported on first use so that the server starts fast. */
async function findContext(url: string): Promise<object | undefined> {
  if (url === EXAMPLES) return examples()
  if (url !== VERSION_1 && url !== DATA_INTEGRITY) return undefined
  const { contexts } = await import('@digitalbazaar/credentials-context')
  return url === VERSION_1 ? contexts.get(VERSION_1) : dataIntegrity(contexts.get(VERSION_2))
}

/** A DID document, or the key in it that the fragment names. */
function didPart(did: string, fragment: string | undefined, own: () => readonly object[]): object | undefined {
  const found = did.startsWith('did:key:') ? didKey(did) : own().find((one) => recordOf(one).id === did)
  if (!found || fragment === undefined) return found
  const methods: unknown = recordOf(found).verificationMethod
  const method = (Array.isArray(methods) ? methods : []).map(recordOf).find(({ id }) => id === `${did}#${fragment}`)
  return method && { '@context': MULTIKEY, ...method }
}

/** Undefined for a key that is not Ed25519. */
function didKey(did: string): object | undefined {
  const publicKeyMultibase = did.slice('did:key:'.length)
  if (!multikeyBytes(publicKeyMultibase)) return undefined
  const id = `${did}#${publicKeyMultibase}`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', MULTIKEY],
    id: did,
    verificationMethod: [{ id, type: 'Multikey', controller: did, publicKeyMultibase }],
    assertionMethod: [id],
    authentication: [id],
  }
}

/** The examples context defines every term. */
function examples(): object {
  return { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } }
}

/** The terms that base context 2.0 adopted, and `proof`. @param base that context */
function dataIntegrity(base: object | undefined): object {
  const { id, type, DataIntegrityProof } = recordOf(recordOf(base)['@context'])
  const proof = { '@id': 'https://w3id.org/security#proof', '@type': '@id', '@container': '@graph' }
  return { '@context': { id, type, '@protected': true, proof, DataIntegrityProof } }
}
