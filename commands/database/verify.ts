import { verifyBackup } from '../../api/adapters/database/backup/verify-backup'
import { tellBackup } from './tell-backup'

/** Reads a backup through. */
export async function verify(from: string): Promise<string[]> {
  const { manifest, parts } = await verifyBackup(from)
  return [`The backup is whole: ${parts.length} files are as they were written.`, ...tellBackup(manifest)]
}
