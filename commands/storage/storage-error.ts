/** What was asked cannot be done, or was not done in full; the message is for who typed it. */
export class StorageError extends Error {}

/** Why something failed, in a line. An error of the API says to callers less than its cause knows. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return (error.cause instanceof Error ? error.cause.message : error.message).split('\n')[0] ?? error.name
}
