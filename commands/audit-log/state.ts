import { open, readFile, rename, rm } from 'node:fs/promises'
import * as v from 'valibot'
import { parseVerifierKey } from '../../contract/tlog/signed-note'
import { AuditError, isMissing, reasonOf } from './log-source'

export interface AuditState {
  origin: string
  /** The newest valid checkpoint, with its signatures. */
  checkpoint: string
  /** The trusted keys of the log. */
  keys: string[]
  /** ISO 8601. */
  seenAt: string
}

const stateFile = v.object({
  version: v.literal(1),
  origin: v.string(),
  checkpoint: v.string(),
  keys: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.check((key) => parseVerifierKey(key) !== null),
      ),
    ),
    v.minLength(1),
  ),
  seenAt: v.pipe(v.string(), v.isoTimestamp()),
})

/** Null without a file. @throws AuditError if it is unreadable: an earlier state must not be dropped silently */
export async function readState(file: string): Promise<AuditState | null> {
  try {
    const { origin, checkpoint, keys, seenAt } = v.parse(stateFile, JSON.parse(await readFile(file, 'utf8')))
    return { origin, checkpoint, keys, seenAt }
  } catch (error) {
    if (isMissing(error)) return null
    const reason =
      error instanceof v.ValiError || error instanceof SyntaxError ? 'it was not written by an audit' : reasonOf(error)
    throw new AuditError(`Could not read ${file}: ${reason}.`, { cause: error })
  }
}

/** Atomic: a power cut leaves the old state. @throws AuditError */
export async function writeState(file: string, state: AuditState): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`
  try {
    const handle = await open(unfinished, 'w')
    try {
      await handle.writeFile(`${JSON.stringify({ version: 1, ...state }, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true, recursive: true })
    throw new AuditError(`Could not write ${file}: ${reasonOf(error)}.`, { cause: error })
  }
}
