import type { CheckedTag, VerifiedTag } from '../../contract/schemas/tags'

/** What anybody may know of a TrustTag. What the server found in checking it counts only against it: this page checks itself. */
export type Verification = VerifiedTag & { report?: Pick<CheckedTag['report'], 'verdict'> }

type Check = (field: unknown) => boolean

const isFlag: Check = (field) => typeof field === 'boolean'
const isText: Check = (field) => typeof field === 'string'
const isTime: Check = (field) => typeof field === 'string' && !Number.isNaN(Date.parse(field))
const orNull =
  (check: Check): Check =>
  (field) =>
    field === null || check(field)
const oneOf = (...known: string[]): Check => {
  const values = new Set<unknown>(known)
  return (field) => values.has(field)
}

/** What the page shows of it. */
const shown: Partial<Record<keyof Verification, Check>> = {
  trustTagId: isText,
  skill: isText,
  category: isText,
  isGeneral: isFlag,
  holderName: isText,
  score: Number.isFinite,
  issueDate: isTime,
  verificationDate: isTime,
  expiresAt: orNull(isTime),
  revokedAt: orNull(isTime),
  revokeReason: orNull(isText),
  blockchainHash: orNull(isText),
  url: isText,
  topics: Array.isArray,
  status: oneOf('valid', 'revoked', 'expired'),
  mode: oneOf('live', 'test', 'sample'),
}

/** Nothing is called valid because of an answer that is half there, or that contradicts itself. */
export function isVerification(value: unknown): value is Verification {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    Object.entries(shown).every(([name, check]) => check(fields.get(name))) &&
    fields.get('isValid') === (fields.get('status') === 'valid' && !isFoundWanting(fields.get('report')))
  )
}

/** The server checked what is signed, and it did not hold. */
const isFoundWanting = (report: unknown): boolean =>
  typeof report === 'object' && report !== null && 'verdict' in report && report.verdict !== 'valid'
