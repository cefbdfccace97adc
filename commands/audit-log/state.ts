import { open, readFile, rename, rm } from 'node:fs/promises'
import * as v from 'valibot'
import { parseVerifierKey } from '../../contract/tlog/signed-note'
import { AuditError, isMissing, reasonOf } from './log-source'

/** What an audit remembers for the next one. */
export interface AuditState {
  origin: string
  /** The newest checkpoint that was found right, with its signatures. */
  checkpoint: string
  /** Of the log; the ones that were trusted. */
  keys: string[]
  /** When it was seen: ISO 8601. */
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

/** Null when there is none yet. @throws AuditError when it cannot be read: what was seen must not be forgotten unnoticed */
export async function readState(file: string): Promise<AuditState | null> {
  try {
    const { origin, checkpoint, keys, seenAt } = v.parse(stateFile, JSON.parse(await readFile(file, 'utf8')))
    return { origin, checkpoint, keys, seenAt }
  } catch (error) {
    if (isMissing(error)) return null
    const reason =
      error instanceof v.ValiError || error instanceof SyntaxError ? 'it is not what an audit wrote' : reasonOf(error)
    throw new AuditError(`${file} cannot be read: ${reason}.`, { cause: error })
  }
}

/** All or nothing: a power cut leaves the state of before. @throws AuditError */
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
    throw new AuditError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error })
  }
}
