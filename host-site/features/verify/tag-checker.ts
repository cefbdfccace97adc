import { isRecord, listOf, recordOf, textOf } from '../../../contract/credential/json-reading'
import { parseJson } from '../../../contract/credential/parse-json'
import { readTrust } from '../../../contract/credential/read-trust'
import type { CredentialFacts, ProofReport, Trust } from '../../../contract/credential/report'
import { checkStandard } from '../../../contract/credential/standard-check'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { verifyEd25519 } from '../../../contract/ed25519'
import { statusFilePath, tagFilePath } from '../../../contract/proof-paths'
import { licenseNote } from '../../../contract/license-note'
import { shownSignedTopics, topicLevel } from '../../../contract/topic-level'
import type { CheckTools, LookedUp, TagResult } from '../../../contract/tag-files/check'
import type { SiteApi } from '../../lib/site-api'
import type { Verification } from '../../lib/site-results'
import type { Evidence, FileFinding, Finding, TagChecker } from './finding'

const TRUST_PATH = '/trusttag/trust.json'

export interface TagCheckerDeps {
  readOpenFile: SiteApi['readOpenFile']
  /** Epoch milliseconds. */
  now: () => number
}

/** A lazy chunk, loaded when the page is idle. */
export function createTagChecker({ readOpenFile, now }: TagCheckerDeps): TagChecker {
  const issuer = createIssuerReader(readOpenFile)

  async function find(evidence: Evidence, trust: Trust, answer: Verification | null, askedId = ''): Promise<Finding> {
    const at = now()
    const credential = evidence.credentialText
    const report = await verifyCredential({ ...evidence, credential, trust, now: at, checkStandard })
    const contradictions = answer ? contradictionsOf(report, answer, askedId) : []
    const checkedAt = new Date(at).toISOString()
    return { report, evidence, trust, answer, contradictions, checkedAt, file: null, ...shownWith(report) }
  }

  return {
    async prepare() {
      const [trust] = await Promise.all([issuer.readTrust(), loadReader()])
      const key = trust?.[0]?.logKeys[0]
      // Loads the fallback if the browser has no Ed25519.
      if (key) await verifyEd25519(key.publicKey, new Uint8Array(), new Uint8Array(64))
      return trust !== null
    },
    async checkTag(askedId, answer) {
      const fileOf = (file: 'credential.json' | 'proof.tlog-proof') =>
        readOpenFile(tagFilePath(answer.trustTagId, file))
      const [trust, signed, proof] = await Promise.all([
        issuer.readTrust(),
        fileOf('credential.json'),
        fileOf('proof.tlog-proof'),
      ])
      if (signed.outcome === 'missing') return { outcome: 'unsigned', answer }
      if (!trust || signed.outcome !== 'read' || proof.outcome === 'unreachable')
        return { outcome: 'unchecked', answer }
      const credential = parseJson(signed.text)
      const statusList = await issuer.readStatusList(listNamedIn(credential))
      const evidence = { credentialText: signed.text, credential, proof: textOrNull(proof), statusList }
      return { outcome: 'checked', finding: await find(evidence, trust, answer, askedId) }
    },
    checkFiles: createFileCheck(issuer, now),
    async complete(finding) {
      const { evidence, report, trust, file } = finding
      const { facts, log } = report
      const [newest, statusList, fetched] = await Promise.all([
        issuer.readTrust(),
        issuer.readStatusList(listNamedIn(evidence.credential)),
        facts !== null && log === null ? issuer.readProof(facts) : null,
      ])
      const more = { ...evidence, proof: fetched ?? evidence.proof, statusList }
      return { ...(await find(more, newest ?? trust, null)), file: file && { ...file, isOffline: false } }
    },
  }
}

function createFileCheck(issuer: IssuerReader, now: () => number): TagChecker['checkFiles'] {
  return async (files, { before, isOffline }) => {
    const reader = await loadReader()
    if (!reader) return { outcome: 'refused', problem: 'unprepared', fileName: '' }
    const read = await reader.readDropped(files, before?.evidence ?? null)
    if ('problem' in read) return { outcome: 'refused', ...read }
    const trust = isOffline ? issuer.knownTrust() : await issuer.readTrust()
    if (!trust) return { outcome: 'refused', problem: 'unprepared', fileName: '' }
    const at = now()
    const results = await reader.checkTagFiles(read, toolsOf(isOffline ? silent : issuer, trust, at))
    const unreached = results.find(({ outcome }) => outcome === 'unreachable')
    if (unreached) return { outcome: 'refused', problem: 'needs-connection', fileName: unreached.fileNames[0] ?? '' }
    return { outcome: 'checked', results: results.flatMap((one) => toFinding(one, at, isOffline)) }
  }
}

function shownWith({ facts }: ProofReport): Pick<Finding, 'licenseNote' | 'topics'> {
  if (!facts) return { licenseNote: null, topics: [] }
  const topics = shownSignedTopics(facts.topics, facts.questions)
  return {
    licenseNote: licenseNote(facts.skill),
    topics: topics.map(({ title, percent }) => `${title}: ${topicLevel(percent)}`),
  }
}

/** What a check reads from our server, the only one ever asked. */
type IssuerReader = ReturnType<typeof createIssuerReader>

function createIssuerReader(readOpenFile: SiteApi['readOpenFile']) {
  let known: Trust | null = null
  return {
    knownTrust: () => known,
    /** Refreshed if possible: keys and witnesses change. */
    async readTrust(): Promise<Trust | null> {
      const file = await readOpenFile(TRUST_PATH)
      if (file.outcome === 'read') known = trustOf(file.text) ?? known
      return known
    },
    /** @param url of the list, as named in a credential */
    async readStatusList(url: string): Promise<unknown> {
      const path = statusPathOf(url)
      const file = path && (await readOpenFile(path))
      return file && file.outcome === 'read' ? parseJson(file.text) : null
    },
    readProof: async ({ trustTagId }: CredentialFacts): Promise<string | null> =>
      textOrNull(await readOpenFile(tagFilePath(trustTagId, 'proof.tlog-proof'))),
    async readCredential(id: string): Promise<LookedUp> {
      const file = await readOpenFile(tagFilePath(id, 'credential.json'))
      if (file.outcome === 'read') return { outcome: 'found', credential: file.text }
      return { outcome: file.outcome === 'missing' ? 'unknown' : 'unreachable' }
    },
    checkStandard,
  }
}

/** Sends no request: not even for another part of this page's script. */
const silent: Pick<IssuerReader, 'readStatusList' | 'readProof' | 'readCredential' | 'checkStandard'> = {
  readStatusList: () => Promise.resolve(null),
  readProof: () => Promise.resolve(null),
  readCredential: () => Promise.resolve({ outcome: 'unreachable' }),
  checkStandard: () => Promise.resolve(null),
}

const toolsOf = (reader: typeof silent, trust: Trust, now: number): CheckTools => ({
  ...reader,
  readStatusList: ({ status }) => reader.readStatusList(status?.list ?? ''),
  trustFor: () => Promise.resolve(trust),
  now,
})

function toFinding(result: TagResult, at: number, isOffline: boolean): FileFinding[] {
  if (result.outcome === 'unreachable') return []
  if (result.outcome === 'unknown') return [{ outcome: 'unknown', id: result.id }]
  const { report, evidence, trust, fileNames, isPaper, differences } = result
  const { credential: credentialText, proof, statusList } = evidence
  const finding: Finding = {
    report,
    evidence: { credentialText, credential: parseJson(credentialText), proof, statusList },
    trust,
    answer: null,
    contradictions: [],
    checkedAt: new Date(at).toISOString(),
    file: { names: fileNames, isPaper, differences, isOffline },
    ...shownWith(report),
  }
  return [{ outcome: 'checked', finding }]
}

/** A chunk of its own: an ID is checked without it. Null if it can't be loaded. */
const loadReader = () => import('./read-dropped').catch(() => null)

const textOrNull = (file: Awaited<ReturnType<SiteApi['readOpenFile']>>): string | null =>
  file.outcome === 'read' ? file.text : null

function trustOf(text: string): Trust | null {
  try {
    return readTrust(parseJson(text))
  } catch {
    return null
  }
}

/** URL of the status list that a credential names; empty without one. */
function listNamedIn(credential: unknown): string {
  const named = recordOf(credential).credentialStatus
  const entry = isRecord(named) ? named : recordOf(listOf(named)[0])
  return textOf(entry.statusListCredential)
}

/**
 * Path of a status list on our own server. Null for other URLs: the check itself decides whether the list is the right
 * one.
 */
function statusPathOf(url: string): string | null {
  const [, test = '', list] = LIST_URL.exec(url) ?? []
  return list === undefined ? null : statusFilePath(test === '' ? 'live' : 'test', Number(list))
}

const LIST_URL = /^https?:\/\/[^/?#]+\/trusttag\/(test-)?status\/([1-9]\d{0,6})$/u

/**
 * Compares the server's response with the signed facts. Nothing unsigned is compared.
 * @param askedId a valid credential with another ID is a contradiction
 * @returns the differing facts, as phrases
 */
export function contradictionsOf({ facts, log, mode, verdict }: ProofReport, answer: Verification, askedId: string) {
  if (!facts) return []
  const differing: Readonly<Record<string, boolean>> = {
    'the ID': facts.trustTagId !== answer.trustTagId || facts.trustTagId.toUpperCase() !== askedId.toUpperCase(),
    'the skill': facts.skill !== answer.skill,
    // Samples have no questions.
    'the kind of questions': mode !== 'sample' && facts.isGeneral !== answer.isGeneral,
    'the holder’s name': facts.holderName !== answer.holderName,
    'the score': facts.score !== answer.score,
    'the issue date': secondOf(facts.validFrom) !== secondOf(answer.issueDate),
    'the expiry date': secondOf(facts.validUntil) !== secondOf(answer.expiresAt),
    'the log hash': log !== null && answer.blockchainHash !== null && log.leafHash !== answer.blockchainHash,
    'whether it is real': mode !== answer.mode,
    'whether it was revoked': answer.status === 'revoked' && verdict === 'valid',
  }
  return Object.entries(differing).flatMap(([name, differs]) => (differs ? [name] : []))
}

/** Credentials store whole seconds. */
const secondOf = (iso: string | null): number => (iso === null ? 0 : Math.floor(Date.parse(iso) / 1000))
