/** What is known of a TrustTag that exists (seed 000 section 3). */
export interface Verification {
  /** True only while the status is `valid`. */
  isValid: boolean
  status: 'valid' | 'revoked' | 'expired'
  trustTagId: string
  skill: string
  holderName: string
  /** Day or time, ISO 8601. */
  issueDate: string
  /** Percent. */
  score: number
  /** When it was looked up, ISO 8601. */
  verificationDate: string
  /** Of its entry in the public log; null while it is in none. */
  blockchainHash: string | null
  /** True for one that nobody has earned. */
  sample?: boolean
}

const TEXTS = ['trustTagId', 'skill', 'holderName'] as const
const TIMES = ['issueDate', 'verificationDate'] as const
const STATUSES = new Set<unknown>(['valid', 'revoked', 'expired'])

/** Nothing is called valid because of an answer that is half there, or that contradicts itself. */
export function isVerification(value: unknown): value is Verification {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  const isTime = (field: unknown) => typeof field === 'string' && !Number.isNaN(Date.parse(field))
  const hash = fields.get('blockchainHash')
  return (
    TEXTS.every((name) => typeof fields.get(name) === 'string') &&
    TIMES.every((name) => isTime(fields.get(name))) &&
    Number.isFinite(fields.get('score')) &&
    (hash === null || typeof hash === 'string') &&
    STATUSES.has(fields.get('status')) &&
    fields.get('isValid') === (fields.get('status') === 'valid')
  )
}
