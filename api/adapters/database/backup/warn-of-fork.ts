import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseTreeHead } from '../../../../contract/tlog/checkpoint'
import { parseNote } from '../../../../contract/tlog/signed-note'
import { proofModes, proofPaths } from '../../../../contract/proof-paths'
import type { Manifest } from './manifest'

const stored = v.object({ checkpoints: v.array(v.string()) })

/**
 * What whoever restores a log has to know: entries after the backup are gone here, and not from the memory of those who
 * saw them. What the own witness of this machine remembers is read, too.
 * @returns lines for people; none where the logs are empty
 */
export function warnOfFork(logs: Manifest['logs'], dataDir: string): string[] {
  if (logs.live + logs.test === 0) return []
  const remembered = readWitness(join(dataDir, 'witness', 'memory'))
  const behind = proofModes.flatMap((mode) => {
    const seen = remembered.find(({ origin }) => origin.endsWith(proofPaths[mode].log))?.size ?? 0
    return seen > logs[mode]
      ? [
          `WARNING: the witness of this machine has seen ${seen} entries of the ${mode} log, the backup has ${logs[mode]}. It will sign nothing more of it.`,
        ]
      : []
  })
  return [
    `WARNING: the log goes on after entry ${logs.live}, that of Test Mode after entry ${logs.test}. What was issued after the backup is not in it any more: a witness that saw it refuses this log for good. Is there a newer backup? See docs/backup.md.`,
    ...behind,
  ]
}

/** The newest memory; nothing where there is none, or it cannot be read: the witness itself says so at the next start. */
function readWitness(folder: string): { origin: string; size: number }[] {
  try {
    const newest = existsSync(folder) ? readdirSync(folder).filter(isMemory).toSorted().at(-1) : undefined
    if (newest === undefined) return []
    const { checkpoints } = v.parse(stored, JSON.parse(readFileSync(join(folder, newest), 'utf8')))
    return checkpoints.flatMap((text) => {
      const note = parseNote(text)
      const head = note && parseTreeHead(note.text)
      return head ? [{ origin: head.origin, size: head.size }] : []
    })
  } catch {
    return []
  }
}

const isMemory = (name: string): boolean => /^\d{12}\.json$/u.test(name)
