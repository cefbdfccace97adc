import { PNG_SIGNATURE } from '../../../contract/credential/baking'
import { isRecord, listOf, recordOf } from '../../../contract/credential/json-reading'
import { parseJson } from '../../../contract/credential/parse-json'
import { unbakePng } from '../../../contract/credential/unbake-png'
import { unbakeSvg } from '../../../contract/credential/unbake-svg'
import type { Evidence, FileProblem } from './finding'

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
