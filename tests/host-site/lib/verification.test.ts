import { describe, expect, it } from 'vitest'
import { isVerification } from '../../../host-site/lib/site-results'
import { aVerification } from '../support/a-verification'

const { blockchainHash: _hash, ...withoutHash } = aVerification()

describe('an answer about a TrustTag', () => {
  it.each([
    ['valid', {}],
    ['in the public log', { blockchainHash: 'ab12' }],
    ['revoked', { isValid: false, status: 'revoked' as const }],
    ['issued, and not in the log yet', { isValid: false, report: { verdict: 'not-logged' as const } }],
    ['a sample, which does not expire', { mode: 'sample' as const, expiresAt: null }],
  ])('counts when it is whole: %s', (_what, changes) => {
    expect(isVerification(aVerification(changes))).toBe(true)
  })

  it.each([
    ['nothing', null],
    ['a text', 'valid'],
    ['empty', {}],
    ['without a hash', withoutHash],
    ['of a mode that nobody knows', { ...aVerification(), mode: 'real' }],
    ['with an end that is none', aVerification({ expiresAt: 'never' })],
    ['with a day that is none', aVerification({ issueDate: 'soon' })],
    ['with a score that is none', aVerification({ score: Number.NaN })],
    ['with a status that nobody knows', { ...aVerification(), status: 'fine' }],
    ['valid and revoked at once', aVerification({ status: 'revoked' })],
    ['valid and found wanting at once', aVerification({ report: { verdict: 'altered' } })],
    ['invalid without a reason', aVerification({ isValid: false })],
  ])('does not count when it is %s', (_what, answer) => {
    expect(isVerification(answer)).toBe(false)
  })
})
