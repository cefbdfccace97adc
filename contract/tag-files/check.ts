/** Checks the TrustTags in files: the same in a browser, a terminal and on the server. */
import type { CheckStandard } from '../credential/check-signature'
import type { CredentialFacts, ProofReport, Trust, Verdict } from '../credential/report'
import { verdicts } from '../credential/report'
import { refusedReport, verifyCredential } from '../credential/verify-credential'
import type { FoundFiles, FoundTag } from './read'
import { differencesOf } from './text-certificate'
import type { TextCertificate } from './text-certificate'

export interface CheckTools {
  /** The trusted issuers for a credential, whose content is not checked yet. */
  trustFor: (credential: string) => Promise<Trust>
  /** The logged status list; null if it can't be fetched, or was not asked for. */
  readStatusList: (facts: CredentialFacts) => Promise<unknown>
  /** The proof of a TrustTag without one. */
  readProof: (facts: CredentialFacts) => Promise<string | null>
  /** The stored credential of an ID. */
  readCredential: (id: string) => Promise<LookedUp>
  checkStandard: CheckStandard
  /** The log has its `revoke` entry. */
  isRevoked?: (facts: CredentialFacts) => Promise<boolean>
  /** Epoch milliseconds. */
  now: number
}

export type LookedUp = { outcome: 'found'; credential: string } | { outcome: 'unknown' } | { outcome: 'unreachable' }

/** Inputs of a check. */
export interface TagEvidence {
  /** As received. */
  credential: string
  proof: string | null
  /** Null if not fetched. */
  statusList: unknown
}

export type TagResult =
  | {
      outcome: 'checked'
      report: ProofReport
      evidence: TagEvidence
      trust: Trust
      fileNames: readonly string[]
      /** See `FoundTag`. Also a text, which is compared. */
      isPaper: boolean
      /** What a text says otherwise than the signed facts, as phrases. */
      differences: readonly string[]
    }
  /** TrustTag has no TrustTag with the ID of a text. */
  | { outcome: 'unknown'; id: string; fileNames: readonly string[] }
  /** The ID of a text could not be looked up. */
  | { outcome: 'unreachable'; id: string; fileNames: readonly string[] }

export type CheckedTagFile = Extract<TagResult, { outcome: 'checked' }>

/** The most serious result first. */
export async function checkTagFiles({ tags, texts }: FoundFiles, tools: CheckTools): Promise<TagResult[]> {
  const results: TagResult[] = []
  for (const tag of tags) results.push(await checkTag(tag, tools))
  for (const { fileName, certificate } of texts) {
    const at = results.findIndex((one) => one.outcome === 'checked' && idOf(one) === certificate.id)
    const beside = results[at]
    const checked = beside?.outcome === 'checked' ? beside : await checkById(certificate.id, fileName, tools)
    const compared = checked.outcome === 'checked' ? compare(checked, certificate, fileName) : checked
    results.splice(at < 0 ? results.length : at, at < 0 ? 0 : 1, compared)
  }
  return results.toSorted((one, other) => gravityOf(one) - gravityOf(other))
}

const idOf = ({ report }: CheckedTagFile): string | null => report.facts?.trustTagId ?? report.claimedId

/** An unknown ID is as serious as a file that is no TrustTag. */
const gravityOf = (one: TagResult): number =>
  one.outcome === 'checked' ? verdicts.indexOf(one.report.verdict) : one.outcome === 'unknown' ? 0 : unprovenAt

const unprovenAt = verdicts.indexOf('unproven' satisfies Verdict)

/** Checks the TrustTag that is stored under an ID. */
export async function checkById(id: string, fileName: string, tools: CheckTools): Promise<TagResult> {
  const found = await tools.readCredential(id)
  if (found.outcome !== 'found') return { outcome: found.outcome, id, fileNames: [fileName] }
  const { credential } = found
  const tag = { credential, proofs: [], fileNames: [fileName], isPaper: true, isDoubled: false }
  const checked = await checkTag(tag, tools)
  if (checked.report.facts === null || checked.report.facts.trustTagId === id) return checked
  // It is the credential of another TrustTag.
  return { ...checked, report: { ...refusedReport('altered', credential), claimedId: id } }
}

async function checkTag(found: FoundTag, tools: CheckTools): Promise<CheckedTagFile> {
  const { credential, proofs, fileNames, isPaper, isDoubled } = found
  const around = { fileNames, isPaper, differences: [] as string[], outcome: 'checked' as const }
  const unchecked = { credential, proof: null, statusList: null }
  if (isDoubled) return { ...around, report: refusedReport('two-credentials', null), evidence: unchecked, trust: [] }
  const trust = await tools.trustFor(credential)
  const { now, checkStandard } = tools
  const verify = (proof: string | null, statusList: unknown, isRevoked = false) =>
    verifyCredential({ credential, proof, statusList, trust, now, checkStandard, isRevoked })
  const [proof, first] = await chooseProof(proofs, (one) => verify(one, null))
  // Nothing is fetched for a file that no trusted issuer signed.
  if (!first.facts) return { ...around, report: first, evidence: { ...unchecked, proof }, trust }
  const { facts } = first
  const [statusList, fetched, isRevoked] = await Promise.all([
    tools.readStatusList(facts),
    proof ?? tools.readProof(facts),
    tools.isRevoked?.(facts) ?? false,
  ])
  const report = await verify(fetched, statusList, isRevoked)
  return { ...around, report, evidence: { credential, proof: fetched, statusList }, trust }
}

/** The first that shows the log entry; without any, the first. */
async function chooseProof(
  proofs: readonly string[],
  verify: (proof: string | null) => Promise<ProofReport>,
): Promise<[string | null, ProofReport]> {
  const [first = null, ...others] = proofs
  const report = await verify(first)
  if (report.log) return [first, report]
  for (const proof of others) {
    const other = await verify(proof)
    if (other.log) return [proof, other]
  }
  return [first, report]
}

/** A text that differs was altered, whatever else is true of the TrustTag. */
function compare(checked: CheckedTagFile, certificate: TextCertificate, fileName: string): CheckedTagFile {
  const { report } = checked
  const fileNames = [...new Set([...checked.fileNames, fileName])]
  const differences = differencesOf(certificate, report)
  if (differences.length === 0) return { ...checked, fileNames, isPaper: true }
  const [, ...checks] = report.checks
  const altered: ProofReport = {
    ...report,
    verdict: 'altered',
    checks: [{ name: 'signature', outcome: 'failed', reason: 'text-differs' }, ...checks],
  }
  return {
    ...checked,
    report: altered,
    fileNames,
    isPaper: true,
    differences: [...checked.differences, ...differences],
  }
}
