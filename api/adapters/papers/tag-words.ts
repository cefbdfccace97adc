import type { VerifiedTag } from '../../../contract/schemas/tags'

/** The one word that must be read first, where a TrustTag is not simply valid. */
export function warningOf({ mode, status }: Pick<VerifiedTag, 'mode' | 'status'>): string | null {
  if (status === 'revoked') return 'Revoked'
  if (status === 'expired') return 'Expired'
  if (mode === 'live') return null
  return mode === 'test' ? 'Test Mode' : 'Sample'
}
