/** The log could not be audited, whatever is in it. The message says why, in one line. */
export class AuditError extends Error {}
