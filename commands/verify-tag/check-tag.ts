import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { issuerHost } from '../../contract/credential/issuer-host'
import { decodeBytes } from '../../contract/decode-text'
import { recordOf, textOf } from '../../contract/credential/json-reading'
import { parseJson } from '../../contract/credential/parse-json'
import type { CredentialFacts } from '../../contract/credential/report'
import { checkStandard } from '../../contract/credential/standard-check'
import { statusFilePath, tagFilePath } from '../../contract/proof-paths'
import type { ArchivedFile } from '../../contract/tag-files/archive'
import { checkById, checkTagFiles } from '../../contract/tag-files/check'
import type { CheckTools, LookedUp, TagResult } from '../../contract/tag-files/check'
import { problemTexts } from '../../contract/tag-files/problem-texts'
import { readTagFiles, TAG_FILE_MAX_BYTES } from '../../contract/tag-files/read'
import type { FoundFiles } from '../../contract/tag-files/read'
import { readTagId } from '../../contract/tag-id'
import { escapeControlChars } from '../terminal'
import { fileProblem, UnreadableError } from '../inspect/sources'
import { trustInFile, trustOfIssuer } from './trust'
import type { AskIssuer, FoundTrust } from './trust'

/** One sentence. */
export class CheckError extends Error {}

interface VerifyRequest {
  /** Paths of files that belong together, or one ID or link. */
  inputs: readonly string[]
  /** Paths that replace the default lookup; null for the lookup. */
  proof: string | null
  trust: string | null
  status: string | null
  /** The only trusted host; null for the one that the file names. */
  issuer: string | null
  offline: boolean
  /** Epoch milliseconds; null for the current time. */
  now: number | null
}

interface Tools {
  /** Base of relative paths. */
  cwd: string
  /** Epoch milliseconds. */
  now: () => number
  ask: AskIssuer
}

export interface CheckedInput {
  /** The most serious first. */
  results: readonly TagResult[]
  believed: FoundTrust['from']
  /** Host of the issuer in the file, or that was asked; null without any. */
  issuer: string | null
  /** Host of a link that is not the issuer's: shown, never asked. */
  linkHost: string | null
  /** Epoch milliseconds. */
  now: number
}

/**
 * Checks files, or the TrustTag that an issuer has under an ID. What is missing is read from beside the files or from
 * the issuer.
 * @throws CheckError if a file cannot be read, or no issuer is trusted
 */
export async function checkTag(request: VerifyRequest, tools: Tools): Promise<CheckedInput> {
  const [word = ''] = request.inputs
  const typed = readTagId(word)
  const isId = request.inputs.length === 1 && typed.id.startsWith('TT-') && !existsSync(resolve(tools.cwd, word))
  if (!isId) return checkFiles(request, tools)
  const issuer = await hostToAsk(request, tools, typed.host)
  if (issuer === null || request.offline)
    throw new CheckError('An ID is looked up at its issuer: name it with --issuer or --trust, without --offline.')
  const checker = createChecker({ ...request, issuer }, tools, issuer)
  const result = await checkById(typed.id, word, checker.tools)
  return checker.outcome([result], typed.host === issuer ? null : typed.host)
}

async function checkFiles(request: VerifyRequest, tools: Tools): Promise<CheckedInput> {
  const paths = request.inputs.map((name) => resolve(tools.cwd, name))
  const files = await Promise.all(paths.map((path, at) => named(request.inputs[at] ?? '', () => readNamed(path))))
  const reading = await readTagFiles(files)
  if ('problem' in reading)
    throw new CheckError(escapeControlChars(`${reading.fileName}: ${problemTexts[reading.problem]}`))
  const beside = (await Promise.all(paths.map(findProof))).filter((proof) => proof !== null)
  const given = await readIfNamed(request.proof, tools)
  const [text] = reading.texts
  const host =
    reading.tags.length > 0 ? request.issuer : await hostToAsk(request, tools, text?.certificate.host ?? null)
  if (reading.tags.length === 0 && host === null)
    throw new CheckError('A text is compared with what its issuer signed: name the issuer with --issuer or --trust.')
  const checker = createChecker(reading.tags.length > 0 ? request : { ...request, issuer: host }, tools, host)
  const proofs = given === null ? beside : [given]
  return checker.outcome(await checkTagFiles(withProofs(reading, proofs, given !== null), checker.tools), null)
}

/** @param areOnly they replace the proofs in the files */
const withProofs = ({ tags, texts }: FoundFiles, proofs: readonly string[], areOnly: boolean): FoundFiles => ({
  tags: tags.map((tag) => ({ ...tag, proofs: [...new Set([...(areOnly ? [] : tag.proofs), ...proofs])] })),
  texts,
})

/** The issuer that an ID is looked up at: named, trusted, or the host of the link. */
async function hostToAsk(request: VerifyRequest, tools: Tools, linkHost: string | null): Promise<string | null> {
  if (request.issuer !== null || request.trust === null) return request.issuer ?? linkHost
  const { trust } = await readTrustFile(request.trust, tools)
  return issuerHost(trust[0]?.did ?? '')?.host ?? null
}

/** @param host of the issuer that is asked for IDs; null: none is */
function createChecker(request: VerifyRequest, tools: Tools, host: string | null) {
  const ask: AskIssuer = request.offline ? () => Promise.resolve(null) : tools.ask
  const now = request.now ?? tools.now()
  let believed: FoundTrust['from'] = request.trust === null ? (request.issuer === null ? 'issuer' : 'named') : 'file'
  let issuer = host
  const checkTools: CheckTools = {
    now,
    async trustFor(credential) {
      const did = didIn(credential)
      const found = await findTrust(request, did, { ...tools, ask })
      believed = found.from
      issuer = issuerHost(did)?.host ?? issuer
      return found.trust
    },
    checkStandard,
    readStatusList: async (facts) => (await readIfNamed(request.status, tools)) ?? askForStatus(facts, ask),
    readProof: ({ issuer: did, trustTagId }) => askAt(did, tagFilePath(trustTagId, 'proof.tlog-proof'), ask),
    readCredential: (id) => findCredential(host, id, ask),
  }
  const outcome = (results: readonly TagResult[], linkHost: string | null): CheckedInput => ({
    results,
    believed,
    issuer,
    linkHost,
    now,
  })
  return { tools: checkTools, outcome }
}

/** A host that answers nothing at all is unreachable, and its TrustTag not unknown. */
async function findCredential(host: string | null, id: string, ask: AskIssuer): Promise<LookedUp> {
  const credential = host === null ? null : await ask(host, tagFilePath(id, 'credential.json'))
  if (credential !== null) return { outcome: 'found', credential }
  const isUp = host !== null && (await ask(host, '/trusttag/trust.json')) !== null
  return { outcome: isUp ? 'unknown' : 'unreachable' }
}

const didIn = (credential: string): string => textOf(recordOf(recordOf(parseJson(credential)).issuer).id)

const readTrustFile = (name: string, { cwd }: Pick<Tools, 'cwd'>): Promise<FoundTrust> =>
  named(name, async () => trustInFile(await readText(resolve(cwd, name))))

async function findTrust(request: VerifyRequest, did: string, tools: Tools): Promise<FoundTrust> {
  const { inputs, trust, issuer } = request
  if (trust !== null) {
    const found = await readTrustFile(trust, tools)
    return { ...found, trust: found.trust.filter((one) => issuer === null || issuerHost(one.did)?.host === issuer) }
  }
  if (issuer !== null && issuerHost(did)?.host !== issuer) return { trust: [], from: 'named' }
  const found = await named(inputs[0] ?? '', () => trustOfIssuer(did, tools.ask))
  return issuer === null ? found : { ...found, from: 'named' }
}

async function askAt(did: string, path: string, ask: AskIssuer): Promise<string | null> {
  const place = issuerHost(did)
  return place ? ask(place.host, path) : null
}

/** `verifyCredential` has checked that the list's URL is below the issuer's path. */
async function askForStatus({ issuer, status }: CredentialFacts, ask: AskIssuer): Promise<string | null> {
  const [place, number] = [issuerHost(issuer), status?.list.split('/').pop()]
  return place && number !== undefined ? ask(place.host, statusFilePath(place.mode, Number(number))) : null
}

const readIfNamed = (name: string | null, { cwd }: Pick<Tools, 'cwd'>): Promise<string | null> =>
  name === null ? Promise.resolve(null) : named(name, () => readText(resolve(cwd, name)))

/** @throws CheckError naming the unreadable file */
async function named<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    throw new CheckError(escapeControlChars(`${name} ${error.message}.`))
  }
}

/** @throws UnreadableError */
async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const info = await stat(file)
    // A pipe or device may never end.
    if (!info.isFile()) throw new UnreadableError('is not a file')
    if (info.size > TAG_FILE_MAX_BYTES) throw new UnreadableError('is larger than any TrustTag file')
    return await readFile(file)
  } catch (error) {
    throw fileProblem(error)
  }
}

/** @throws UnreadableError, also if it is neither UTF-8 nor UTF-16 with its mark */
export const readText = async (file: string): Promise<string> => decodeText(await readBytes(file))

/** @throws UnreadableError */
export const readNamed = async (file: string): Promise<ArchivedFile> => ({
  name: basename(file),
  bytes: await readBytes(file),
})

function decodeText(bytes: Uint8Array): string {
  const text = decodeBytes(bytes)
  if (text === null) throw new UnreadableError('is not a text file. Save it as UTF-8.')
  return text
}

const ENDING = '.tlog-proof'

/**
 * The log proof beside a file: with the same name, or with the name it is downloaded with.
 * @returns null without one
 */
export async function findProof(file: string): Promise<string | null> {
  const bare = basename(file, extname(file))
  const names = [bare, bare.replace(/-wallet$/u, ''), basename(file)].map((name) => name + ENDING)
  // Generic names only for files with a generic name: a folder may contain several TrustTags.
  if (['credential', 'badge', 'presentation', 'certificate'].includes(bare)) names.push(`proof${ENDING}`)
  for (const name of new Set(names)) {
    const text = await readIfThere(join(dirname(file), name))
    if (text !== null) return text
  }
  return null
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readText(file)
  } catch (error) {
    if (error instanceof UnreadableError) return null
    throw error
  }
}
