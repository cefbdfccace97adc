import type { Verification } from '../../../host-site/lib/site-results'

/** A valid TrustTag, as the server answers it. */
export const aVerification = (changes: Partial<Verification> = {}): Verification => ({
  isValid: true,
  status: 'valid',
  trustTagId: 'TT-WD2024001',
  skill: 'Web Development',
  holderName: 'Jordan Okafor',
  issueDate: '2024-03-14',
  score: 87,
  verificationDate: '2026-11-21T19:05:00.000Z',
  category: 'Technology',
  isGeneral: false,
  topics: [],
  expiresAt: '2028-03-14T00:00:00.000Z',
  revokedAt: null,
  revokeReason: null,
  blockchainHash: null,
  proof: null,
  mode: 'live',
  url: 'http://localhost:4000/verify/TT-WD2024001',
  ...changes,
})
