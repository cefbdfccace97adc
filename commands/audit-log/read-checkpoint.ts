import { parseTreeHead, verifyCheckpoint } from '../../contract/tlog/checkpoint'
import type { VerifiedCheckpoint } from '../../contract/tlog/checkpoint'
import { formatVerifierKey, parseNote, signaturesOf } from '../../contract/tlog/signed-note'
import type { AuditKeys } from './choose-keys'
import { aFinding } from './finding'
import type { Finding } from './finding'
import type { LogSource } from './log-source'

export interface ServedCheckpoint {
  /** As it was served. */
  text: string
  verified: VerifiedCheckpoint
  /** Names below it of whom no key is known. */
  strangers: string[]
}

const CHECKPOINT_MAX_BYTES = 200_000

/** @returns null when there is none yet; what is wrong with one that is not right */
export async function readCheckpoint(
  source: LogSource,
  path: string,
  keys: AuditKeys,
): Promise<ServedCheckpoint | Finding | null> {
  const content = await source.read(path, CHECKPOINT_MAX_BYTES)
  if (!content) return null
  const text = new TextDecoder().decode(content)
  const verified = await verifyCheckpoint(text, keys)
  if (!verified) return whyNot(text, source, keys)
  if (verified.origin === keys.origin) return { text, verified, strangers: strangersIn(text, keys) }
  return aFinding('SIGNATURE', `The checkpoint is of another log: ${verified.origin}.`, [
    { source: source.name, checkpoint: text },
  ])
}

async function whyNot(text: string, source: LogSource, keys: AuditKeys): Promise<Finding> {
  const evidence = [{ source: source.name, checkpoint: text }]
  const head = parseTreeHead(parseNote(text)?.text ?? '')
  if (!head) return aFinding('SIGNATURE', 'What is served as the checkpoint is none.', evidence)
  if (head.origin !== keys.origin)
    return aFinding('SIGNATURE', `The checkpoint is of ${head.origin}, not of ${keys.origin}.`, evidence)
  if (await verifyCheckpoint(text, { logKeys: keys.logKeys, witnessKeys: [] }))
    return aFinding(
      'SIGNATURE',
      'The log signed the checkpoint, but a witness’s signature below it is wrong.',
      evidence,
    )
  const fresh = await signersOf(text, keys)
  if (fresh.length === 0) return aFinding('SIGNATURE', 'No key of the log signed the checkpoint.', evidence)
  const how = 'If whoever runs the log confirms the key, give it and the old ones with --key.'
  return aFinding('KEYS', `The checkpoint is signed by a key that is new to you: ${fresh.join(', ')}. ${how}`, evidence)
}

/** Of the keys that the log names, but that are not trusted, those that signed. */
async function signersOf(text: string, { unseen }: AuditKeys): Promise<string[]> {
  const signed = unseen.map(async (key) => {
    const checkpoint = await verifyCheckpoint(text, { logKeys: [key], witnessKeys: [] })
    return checkpoint ? [formatVerifierKey(key)] : []
  })
  return (await Promise.all(signed)).flat()
}

function strangersIn(text: string, { logKeys, witnessKeys }: AuditKeys): string[] {
  const note = parseNote(text)
  const known = [...logKeys, ...witnessKeys]
  const isKnown = (one: NonNullable<typeof note>['signatures'][number]) =>
    known.some((key) => signaturesOf({ signatures: [one] }, key).length > 0)
  return [...new Set((note?.signatures ?? []).filter((one) => !isKnown(one)).map(({ name }) => name))]
}
