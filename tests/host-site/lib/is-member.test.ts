import { describe, expect, it } from 'vitest'
import { isMember } from '../../../host-site/lib/membership'
import { aMember } from '../support/fake-client'

describe('a member', () => {
  it('has the fields that the site reads', () => {
    expect(isMember(aMember())).toBe(true)
    expect(isMember(aMember({ customFields: {} }))).toBe(true)
  })

  it.each(['id', 'auth', 'createdAt', 'customFields'] as const)('is invalid without %s', (name) => {
    expect(isMember({ ...aMember(), [name]: undefined })).toBe(false)
    expect(isMember({ ...aMember(), [name]: null })).toBe(false)
  })

  it('is invalid with an invalid day', () => {
    expect(isMember({ ...aMember(), createdAt: 'soon' })).toBe(false)
  })
})
