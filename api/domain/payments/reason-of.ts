/** What the log is told of an error: its sentence alone, which holds nothing of what was sent. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
