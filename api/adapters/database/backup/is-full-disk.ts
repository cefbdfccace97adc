/** Whether an error, or what caused it, is that a disk takes nothing more; the system and SQLite say so each in its way. */
export function isFullDisk(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && /^(?:ENOSPC|EDQUOT|SQLITE_FULL)/u.test(String(cause.code))) return true
  return false
}
