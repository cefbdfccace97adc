/** Finds TrustTags in files of any kind that is handed out, by content and not by name. */
import { PNG_PROOF_KEYWORD, PNG_SIGNATURE, SVG_PROOF_ELEMENT } from '../credential/baking'
import { decodeBytes } from '../decode-text'
import { isRecord, listOf } from '../credential/json-reading'
import { credentialDigest } from '../credential/log-entry'
import { readJson } from '../credential/parse-json'
import { countInPng, unbakePng } from '../credential/unbake-png'
import { countInSvg, unbakeSvg } from '../credential/unbake-svg'
import { isArchive, newBudget, TooLargeError, unpack } from './archive'
import type { ArchivedFile, Budget } from './archive'
import { isPdf, readPdf } from './pdf'
import { readTextCertificates } from './text-certificate'
import type { TextCertificate } from './text-certificate'

/** An archive of one TrustTag has some hundred kilobytes. */
export const TAG_FILE_MAX_BYTES = 5_000_000
/** Certificates as text, credentials and badges as SVG are far smaller. */
const TEXT_MAX_CHARS = 500_000
/** Each is looked up and checked. */
const TAGS_MAX = 100
const PROOFS_MAX = 50

export const fileProblems = [
  'unreadable',
  'too-large',
  'no-credential-inside',
  'no-attachment',
  'locked',
  'damaged-archive',
  'archive-too-large',
  'proof-alone',
] as const
export type FileProblem = (typeof fileProblems)[number]

export interface FoundTag {
  /** Text of the credential. */
  credential: string
  /** Texts of proofs that may belong to it, the likeliest first. */
  proofs: string[]
  fileNames: string[]
  /** A picture or paper: what it shows around the credential is not signed. */
  isPaper: boolean
  /** The file contains another credential too. */
  isDoubled: boolean
}

export interface FoundText {
  fileName: string
  certificate: TextCertificate
}

export interface FoundFiles {
  tags: FoundTag[]
  texts: FoundText[]
}

export type TagReading = FoundFiles | { problem: FileProblem; fileName: string }

interface Content extends FoundFiles {
  proofs: string[]
  /** Why there is nothing in it. */
  problem: FileProblem | null
}

/** @param pause between steps of long work */
export async function readTagFiles(files: readonly ArchivedFile[], pause?: Budget['pause']): Promise<TagReading> {
  const budget = newBudget(pause)
  const all: Content = { tags: [], texts: [], proofs: [], problem: null }
  for (const file of files) {
    await budget.pause()
    const content = await readFile(file, budget)
    if (content.problem) return { problem: content.problem, fileName: file.name }
    add(all, content)
  }
  const { tags, texts, proofs } = all
  if (tags.length + texts.length === 0)
    return { problem: proofs.length > 0 ? 'proof-alone' : 'unreadable', fileName: files[0]?.name ?? '' }
  if (tags.length + texts.length > TAGS_MAX) return { problem: 'too-large', fileName: files[0]?.name ?? '' }
  // A proof of another file may be the right one too.
  for (const tag of tags) tag.proofs = [...new Set([...tag.proofs, ...proofs])].slice(0, PROOFS_MAX)
  return { tags, texts }
}

/** The text of a log proof, if all of these files are one. */
export function proofAlone(files: readonly ArchivedFile[]): string | null {
  const [file, ...more] = files
  const text = file && more.length === 0 && file.bytes.length <= TAG_FILE_MAX_BYTES ? decodeBytes(file.bytes) : null
  return text !== null && isProof(text) ? text : null
}

/** A TrustTag that is in several files is one. */
function add(all: Content, { tags, texts, proofs }: Content): void {
  for (const tag of tags) {
    const same = all.tags.find((one) => !one.isDoubled && !tag.isDoubled && isSame(one.credential, tag.credential))
    if (!same) all.tags.push(tag)
    else {
      same.proofs.push(...tag.proofs)
      same.fileNames.push(...tag.fileNames)
      same.isPaper ||= tag.isPaper
    }
  }
  all.texts.push(...texts)
  all.proofs.push(...proofs)
}

const isSame = (one: string, other: string): boolean => one === other || digestOf(one) === digestOf(other)

/** The text itself without a canonical form. */
function digestOf(text: string): string {
  const { shape, value } = readJson(text)
  try {
    return shape === 'plain' ? credentialDigest(value) : text
  } catch {
    return text
  }
}

const nothing = (problem: FileProblem): Content => ({ tags: [], texts: [], proofs: [], problem })

async function readFile(file: ArchivedFile, budget: Budget): Promise<Content> {
  if (file.bytes.length > TAG_FILE_MAX_BYTES) return nothing('too-large')
  try {
    if (isArchive(file.bytes)) return await readArchive(file, budget)
    return await readSingle(file, budget)
  } catch (error) {
    if (error instanceof TooLargeError) return nothing(isPdf(file.bytes) ? 'too-large' : 'archive-too-large')
    throw error
  }
}

const archiveProblems = {
  damaged: 'damaged-archive',
  locked: 'locked',
  'too-many': 'archive-too-large',
  'too-large': 'archive-too-large',
} as const

/** Other files in it are ignored, archives too. */
async function readArchive({ bytes }: ArchivedFile, budget: Budget): Promise<Content> {
  const unpacked = await unpack(bytes, budget)
  if ('problem' in unpacked) return nothing(archiveProblems[unpacked.problem])
  const all: Content = { tags: [], texts: [], proofs: [], problem: null }
  for (const one of unpacked.files) {
    if (isArchive(one.bytes)) continue
    await budget.pause()
    add(all, await readSingle(one, budget))
  }
  return all.tags.length + all.texts.length + all.proofs.length > 0 ? all : nothing('unreadable')
}

async function readSingle(file: ArchivedFile, budget: Budget): Promise<Content> {
  const { name, bytes } = file
  if (PNG_SIGNATURE.every((byte, at) => bytes[at] === byte))
    return ofPicture(name, unbakePng(bytes), unbakePng(bytes, PNG_PROOF_KEYWORD), countInPng(bytes))
  if (isPdf(bytes)) return readPaper(file, budget)
  const text = decodeBytes(bytes)
  if (text === null) return nothing('unreadable')
  if (text.length > TEXT_MAX_CHARS) return nothing('too-large')
  if (isProof(text)) return { ...nothing('unreadable'), problem: null, proofs: [text] }
  if (/^\s*</u.test(text)) return ofPicture(name, unbakeSvg(text), unbakeSvg(text, SVG_PROOF_ELEMENT), countInSvg(text))
  if (/^\s*\{/u.test(text)) return ofJson(name, text)
  const certificates = readTextCertificates(text)
  const texts = certificates.map((certificate) => ({ fileName: name, certificate }))
  return texts.length > 0 ? { tags: [], texts, proofs: [], problem: null } : nothing('unreadable')
}

const isProof = (text: string): boolean => text.startsWith('c2sp.org/tlog-proof@')

const ofTag = (name: string, tag: Pick<FoundTag, 'credential'> & Partial<FoundTag>): Content => ({
  tags: [{ proofs: [], fileNames: [name], isPaper: false, isDoubled: false, ...tag }],
  texts: [],
  proofs: [],
  problem: null,
})

function ofPicture(name: string, credential: string | null, proof: string | null, count: number): Content {
  if (count > 1) return ofTag(name, { credential: '', isPaper: true, isDoubled: true })
  if (credential === null) return nothing('no-credential-inside')
  const found = ofJson(name, credential)
  // Programs that save an SVG again trim texts; a proof ends with a newline.
  const proofs = proof === null ? [] : [`${proof.trimEnd()}\n`]
  const tags = found.tags.map((tag) => ({ ...tag, proofs, isPaper: true }))
  return { ...found, tags }
}

/** The credential and proof that are attached. Other attachments are ignored. */
async function readPaper(file: ArchivedFile, budget: Budget): Promise<Content> {
  const { isLocked, attachments } = await readPdf(file.bytes, budget)
  if (isLocked) return nothing('locked')
  const texts = attachments
    .map(decodeBytes)
    .filter((text) => text !== null)
    .filter(({ length }) => length <= TEXT_MAX_CHARS)
  const all: Content = { tags: [], texts: [], proofs: texts.filter(isProof), problem: null }
  for (const text of texts) if (/^\s*\{/u.test(text)) add(all, ofJson(file.name, text))
  const [tag, ...more] = all.tags
  if (!tag) return nothing('no-attachment')
  if (more.length > 0) return ofTag(file.name, { credential: '', isPaper: true, isDoubled: true })
  return { ...all, proofs: [], tags: [{ ...tag, proofs: all.proofs, fileNames: [file.name], isPaper: true }] }
}

/** A credential, or the presentation that wallets store around it. What is inside decides later. */
function ofJson(name: string, text: string): Content {
  const { shape, value } = readJson(text)
  if (!isRecord(value)) return nothing('unreadable')
  const { verifiableCredential } = value
  if (verifiableCredential === undefined || shape === 'repeated') return ofTag(name, { credential: text })
  const held = listOf(verifiableCredential)
  const [only = verifiableCredential, ...more] = held
  if (more.length > 0) return ofTag(name, { credential: '', isDoubled: true })
  return isRecord(only) ? ofTag(name, { credential: JSON.stringify(only) }) : nothing('unreadable')
}
