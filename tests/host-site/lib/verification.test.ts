import { describe, expect, it } from 'vitest'
import { isVerification } from '../../../host-site/lib/site-results'
import { aVerification } from '../support/a-verification'

const { blockchainHash: _hash, ...withoutHash } = aVerification()

describe('a response about a TrustTag', () => {
  it.each([
    ['valid', {}],
    ['in the public log', { blockchainHash: 'ab12' }],
    ['revoked', { isValid: false, status: 'revoked' as const }],
    ['issued, and not in the log yet', { isValid: false, report: { verdict: 'not-logged' as const } }],
    ['a sample, which does not expire', { mode: 'sample' as const, expiresAt: null }],
  ])('is valid if it is complete: %s', (_what, changes) => {
    expect(isVerification(aVerification(changes))).toBe(true)
  })

  it.each([
    ['nothing', null],
    ['a text', 'valid'],
    ['empty', {}],
    ['without a hash', withoutHash],
    ['with an unknown mode', { ...aVerification(), mode: 'real' }],
    ['with an invalid expiry date', aVerification({ expiresAt: 'never' })],
    ['with an invalid issue date', aVerification({ issueDate: 'soon' })],
    ['with an invalid score', aVerification({ score: Number.NaN })],
    ['with an unknown status', { ...aVerification(), status: 'fine' }],
    ['valid and revoked at once', aVerification({ status: 'revoked' })],
    ['valid and found wanting at once', aVerification({ report: { verdict: 'altered' } })],
    ['invalid without a reason', aVerification({ isValid: false })],
  ])('is invalid if it is %s', (_what, answer) => {
    expect(isVerification(answer)).toBe(false)
  })
})
