import type { KeysOfBackup } from '../../api/operations/backup-keys'

/** What is wrong with a backup that lacks the keys which its TrustTags were signed with; null where nothing is. */
export const warnOfLostKeys = (keys: KeysOfBackup): string | null =>
  keys === 'lost'
    ? 'WARNING: the signing keys are not in it, though there are TrustTags or a log that need them: in the installation they are missing, or cannot be read. An older backup may have them.'
    : null
