import { PNG_SIGNATURE } from '../../../contract/credential/baking'
import { isRecord, listOf, recordOf, textOf } from '../../../contract/credential/json-reading'
import { parseJson } from '../../../contract/credential/parse-json'
import { readTrust } from '../../../contract/credential/read-trust'
import type { ProofReport, Trust } from '../../../contract/credential/report'
import { unbakePng } from '../../../contract/credential/unbake-png'
import { unbakeSvg } from '../../../contract/credential/unbake-svg'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { verifyEd25519 } from '../../../contract/ed25519'
import { statusFilePath, tagFilePath } from '../../../contract/proof-paths'
import type { SiteApi } from '../../lib/site-api'
import type { Verification } from '../../lib/site-results'
import type { Evidence, FileProblem, Finding, TagChecker } from './finding'

const TRUST_PATH = '/trusttag/trust.json'

export interface TagCheckerDeps {
  readOpenFile: SiteApi['readOpenFile']
  /** Epoch milliseconds. */
  now: () => number
}

/** Checks TrustTags in this browser. A lazy chunk, which the page loads when it is idle. */
export function createTagChecker({ readOpenFile, now }: TagCheckerDeps): TagChecker {
  let known: Trust | null = null

  /** Of now where it can be had: keys change, and witnesses come. */
  async function readKnown(): Promise<Trust | null> {
    const file = await readOpenFile(TRUST_PATH)
    if (file.outcome === 'read') known = trustOf(file.text) ?? known
    return known
  }

  async function readStatusList(credential: unknown): Promise<unknown> {
    const path = statusPathOf(credential)
    const file = path && (await readOpenFile(path))
    return file && file.outcome === 'read' ? parseJson(file.text) : null
  }

  async function find(evidence: Evidence, trust: Trust, answer: Verification | null, askedId = ''): Promise<Finding> {
    const at = now()
    const report = await verifyCredential({ ...evidence, trust, now: at })
    const contradictions = answer ? contradictionsOf(report, answer, askedId) : []
    return { report, evidence, trust, answer, contradictions, checkedAt: new Date(at).toISOString() }
  }

  return {
    async prepare() {
      const trust = await readKnown()
      const key = trust?.[0]?.logKeys[0]
      // Where the browser cannot check signatures itself, this loads what can.
      if (key) await verifyEd25519(key.publicKey, new Uint8Array(), new Uint8Array(64))
      return trust !== null
    },
    async checkTag(askedId, answer) {
      const fileOf = (file: 'credential.json' | 'proof.tlog-proof') =>
        readOpenFile(tagFilePath(answer.trustTagId, file))
      const [trust, signed, proof] = await Promise.all([
        readKnown(),
        fileOf('credential.json'),
        fileOf('proof.tlog-proof'),
      ])
      if (signed.outcome === 'missing') return { outcome: 'unsigned', answer }
      if (!trust || signed.outcome !== 'read' || proof.outcome === 'unreachable')
        return { outcome: 'unchecked', answer }
      const credential = parseJson(signed.text)
      const statusList = await readStatusList(credential)
      const evidence = { credentialText: signed.text, credential, proof: textOrNull(proof), statusList }
      return { outcome: 'checked', finding: await find(evidence, trust, answer, askedId) }
    },
    async checkFiles(files, before) {
      const read = await readFiles(files, before?.evidence ?? null)
      if ('problem' in read) return { outcome: 'refused', ...read }
      if (!known) return { outcome: 'refused', problem: 'unprepared', fileName: '' }
      return { outcome: 'checked', finding: await find({ ...read, statusList: null }, known, null) }
    },
    async complete({ evidence, report, trust }) {
      const { credential, proof } = evidence
      const [newest, statusList, fetched] = await Promise.all([
        readKnown(),
        readStatusList(credential),
        proof === null && report.facts ? readOpenFile(tagFilePath(report.facts.trustTagId, 'proof.tlog-proof')) : null,
      ])
      const found = proof ?? (fetched && textOrNull(fetched))
      return find({ ...evidence, proof: found, statusList }, newest ?? trust, null)
    },
  }
}

const textOrNull = (file: Awaited<ReturnType<SiteApi['readOpenFile']>>): string | null =>
  file.outcome === 'read' ? file.text : null

function trustOf(text: string): Trust | null {
  try {
    return readTrust(parseJson(text))
  } catch {
    return null
  }
}

/**
 * Path of the status list that a credential names, with its proof, at our own server, which is the only one that is ever asked.
 * Null for any other: what is signed decides in the check whether the list is the right one.
 */
function statusPathOf(credential: unknown): string | null {
  const named = recordOf(credential).credentialStatus
  const entry = isRecord(named) ? named : recordOf(listOf(named)[0])
  const [, test = '', list] = LIST_URL.exec(textOf(entry.statusListCredential)) ?? []
  return list === undefined ? null : statusFilePath(test === '' ? 'live' : 'test', Number(list))
}

const LIST_URL = /^https?:\/\/[^/?#]+\/trusttag\/(test-)?status\/([1-9]\d{0,6})$/u

/** A picture of ours takes some hundred kilobytes. */
const FILE_MAX_BYTES = 5_000_000

export type ReadFiles = Omit<Evidence, 'statusList'> | { problem: FileProblem; fileName: string }

type Content =
  | { kind: 'credential'; text: string; credential: unknown }
  | { kind: 'proof'; text: string }
  | { kind: 'problem'; problem: FileProblem }

/**
 * Reads a credential and the proof of its place in the log from files, whatever they are called.
 * @param files a credential as JSON or inside a badge picture, a `.tlog-proof`, or both
 * @param before what a proof alone belongs to; null for nothing
 */
export async function readFiles(files: readonly File[], before: Evidence | null): Promise<ReadFiles> {
  const contents = await Promise.all(files.map(readFile))
  const credentials = contents.flatMap((one) => (one.kind === 'credential' ? [one] : []))
  const proofs = contents.flatMap((one) => (one.kind === 'proof' ? [one] : []))
  const [credential, proof] = [credentials[0], proofs[0]]
  for (const [at, one] of contents.entries())
    if (one.kind === 'problem') return { problem: one.problem, fileName: files[at]?.name ?? '' }
  if (credentials.length > 1 || proofs.length > 1) return { problem: 'several', fileName: '' }
  if (credential)
    return { credentialText: credential.text, credential: credential.credential, proof: proof?.text ?? null }
  if (proof && before) return { ...before, proof: proof.text }
  return { problem: proof ? 'proof-alone' : 'unreadable', fileName: files[0]?.name ?? '' }
}

async function readFile(file: File): Promise<Content> {
  if (file.size > FILE_MAX_BYTES) return failed('too-large')
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return toCredential(unbakePng(bytes))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.startsWith('c2sp.org/tlog-proof@')) return { kind: 'proof', text }
    if (/^\s*</u.test(text)) return toCredential(unbakeSvg(text))
    return /^\s*\{/u.test(text) ? toCredential(text) : failed('unreadable')
  } catch {
    return failed('unreadable')
  }
}

const failed = (problem: FileProblem): Content => ({ kind: 'problem', problem })

function toCredential(text: string | null): Content {
  if (text === null) return failed('no-credential-inside')
  const document = parseJson(text)
  if (!isRecord(document)) return failed('unreadable')
  const { verifiableCredential } = document
  if (verifiableCredential === undefined) return { kind: 'credential', text, credential: document }
  // What a wallet keeps: a presentation around it.
  const held = listOf(verifiableCredential)
  const credential = recordOf(held.length === 0 ? verifiableCredential : held[0])
  if (held.length > 1) return failed('several')
  return { kind: 'credential', text: JSON.stringify(credential), credential }
}

/**
 * Where the server's answer is not what was signed. Nothing of a credential that is not signed is compared.
 * @param askedId as it was asked for: a right credential of somebody else answers nothing
 * @returns what differs, in words that stand in a sentence
 */
export function contradictionsOf({ facts, log, mode, verdict }: ProofReport, answer: Verification, askedId: string) {
  if (!facts) return []
  const differing: Readonly<Record<string, boolean>> = {
    'the ID': facts.trustTagId !== answer.trustTagId || facts.trustTagId.toUpperCase() !== askedId.toUpperCase(),
    'the skill': facts.skill !== answer.skill,
    // A sample was tested with none.
    'the kind of questions': mode !== 'sample' && facts.isGeneral !== answer.isGeneral,
    'the name of the holder': facts.holderName !== answer.holderName,
    'the score': facts.score !== answer.score,
    'the day of issue': secondOf(facts.validFrom) !== secondOf(answer.issueDate),
    'the last day': secondOf(facts.validUntil) !== secondOf(answer.expiresAt),
    'the hash in the log': log !== null && answer.blockchainHash !== null && log.leafHash !== answer.blockchainHash,
    'whether it is a real one': mode !== answer.mode,
    'whether it was revoked': answer.status === 'revoked' && verdict === 'valid',
  }
  return Object.entries(differing).flatMap(([name, differs]) => (differs ? [name] : []))
}

/** Credentials count in seconds. */
const secondOf = (iso: string | null): number => (iso === null ? 0 : Math.floor(Date.parse(iso) / 1000))
