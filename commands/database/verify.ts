import { verifyBackup } from '../../api/operations/verify-backup'
import type { Outcome } from './outcome'
import { tellBackup } from './tell-backup'
import { warnOfLostKeys } from './warn-of-lost-keys'

/** Reads a backup through. */
export async function verify(from: string): Promise<Outcome> {
  const { manifest, parts, keys } = await verifyBackup(from)
  const asWritten = `${parts.length} files are as they were written.`
  return {
    lines: [keys === 'lost' ? asWritten : `The backup is whole: ${asWritten}`, ...tellBackup(manifest, keys)],
    warning: warnOfLostKeys(keys),
  }
}
