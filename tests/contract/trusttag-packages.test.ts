import { describe, expect, it } from 'vitest'
import { ASSESSMENT_QUESTIONS } from '../../contract/limits'
import { trustTagPackages, type TrustTagPackage } from '../../contract/trusttag-packages'

const packages: readonly TrustTagPackage[] = trustTagPackages
const [single] = trustTagPackages

describe('the packages', () => {
  it('have an id each', () => {
    expect(new Set(packages.map(({ id }) => id)).size).toBe(packages.length)
  })

  it('promise an assessment of as many questions as it has', () => {
    expect(single.features[0]).toBe(`${ASSESSMENT_QUESTIONS}-question assessment`)
  })

  it('save what they say, against so many single ones', () => {
    for (const { name, priceCents, tags, note } of packages) {
      if (priceCents === 'Custom' || typeof tags !== 'number') continue
      const saved = tags * single.priceCents - priceCents
      expect(note, name).toBe(saved === 0 ? undefined : `Save $${saved / 100}`)
    }
  })

  it('have one among them that most people choose', () => {
    expect(packages.filter(({ popular }) => popular).map(({ name }) => name)).toEqual(['3 TrustTags'])
  })
})
