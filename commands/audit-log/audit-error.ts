/** The log could not be audited, whatever is in it. The message says why, in one line. */
export class AuditError extends Error {}

/** It was asked for something that does not exist. The message says what. */
export class UsageError extends Error {}
