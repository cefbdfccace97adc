/** What an entry of the audit log can say in addition to its action and subject. The console has a word for each. */
export const auditDetails = [
  'amount',
  'before',
  'changed',
  'count',
  'created',
  'credits',
  'currency',
  'devices',
  'ending',
  'endpoints',
  'events',
  'failed',
  'fields',
  'format',
  'from',
  'group',
  'host',
  'invitation',
  'job',
  'kind',
  'member',
  'members',
  'message',
  'name',
  'note',
  'now',
  'onConflict',
  'parts',
  'passkey',
  'passwordHashes',
  'plan',
  'plans',
  'reason',
  'refund',
  'result',
  'rights',
  'role',
  'schema',
  'sessions',
  'skipped',
  'table',
  'takenAt',
  'to',
  'total',
  'type',
  'updated',
  'version',
] as const

export type AuditDetailKey = (typeof auditDetails)[number]

/** Names, counts and IDs, never values of members. */
export type AuditDetail = { readonly [Key in AuditDetailKey]?: string | undefined }

/** A detail without other keys, also where it comes from a variable. */
export type ExactDetail<Detail extends AuditDetail> = Detail & Record<Exclude<keyof Detail, AuditDetailKey>, never>
