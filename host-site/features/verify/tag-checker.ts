import { isRecord, listOf, recordOf, textOf } from '../../../contract/credential/json-reading'
import { parseJson } from '../../../contract/credential/parse-json'
import { readTrust } from '../../../contract/credential/read-trust'
import type { Trust } from '../../../contract/credential/report'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { verifyEd25519 } from '../../../contract/ed25519'
import { statusFilePath, tagFilePath } from '../../../contract/proof-paths'
import type { SiteApi } from '../../lib/site-api'
import type { Verification } from '../../lib/verification'
import { contradictionsOf } from './contradictions-of'
import type { Evidence, Finding, TagChecker } from './finding'
import { readFiles } from './read-files'

const TRUST_PATH = '/trusttag/trust.json'

export interface TagCheckerDeps {
  readOpenFile: SiteApi['readOpenFile']
  /** Epoch milliseconds. */
  now: () => number
}

/** All that checks TrustTags in this browser. It stands in a file of its own, which the page loads when it is idle. */
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
