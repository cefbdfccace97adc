import { describe, expect, it } from 'vitest'
import { sampleTags } from '../../../../api/features/tags/verify'
import { averageScore, type ProfileTag } from '../../../../host-site/features/profile/profile-view'
import { sampleProfile } from '../../../../host-site/pages/profile'

const tag = (score: number): ProfileTag => ({ ...sampleProfile.tags[0], score })

describe('the average score', () => {
  it('is the mean of all, as a whole number', () => {
    expect(averageScore([tag(80), tag(91)])).toBe(86)
    expect(averageScore([tag(70)])).toBe(70)
  })

  it('ignores invalid ones', () => {
    expect(averageScore([tag(80), { ...tag(100), status: 'revoked' }])).toBe(80)
  })

  it('is null without a TrustTag', () => expect(averageScore([])).toBeNull())
})

describe('the sample profile', () => {
  it('has three TrustTags, 88 percent on average, and 1,247 views', () => {
    expect(sampleProfile.tags).toHaveLength(3)
    expect(averageScore(sampleProfile.tags)).toBe(88)
    expect(sampleProfile.tags.reduce((sum, { score }) => sum + score, 0) / 3).toBe(88)
    expect(sampleProfile.views).toBe(1247)
  })

  it('has categories Technology and Business only, and a unique ID for each TrustTag', () => {
    for (const { category } of sampleProfile.tags) expect(['Technology', 'Business']).toContain(category)
    expect(new Set(sampleProfile.tags.map(({ id }) => id)).size).toBe(3)
  })

  it('shows the same facts as the check of each TrustTag', () => {
    for (const { id, skill, score, category, issueDate } of sampleProfile.tags) {
      const facts = {
        id,
        skill,
        score,
        category,
        holderName: sampleProfile.holder.name,
        issuedAt: Date.parse(issueDate),
      }
      expect(sampleTags.find((one) => one.id === id)).toMatchObject(facts)
    }
  })

  it('lists how each TrustTag was earned, in order', () => {
    const days = sampleProfile.activity.map(({ date }) => date)
    expect(days).toEqual([...days].toSorted().toReversed())
    expect(days.at(-1)! >= sampleProfile.holder.memberSince).toBe(true)
    for (const { skill, issueDate } of sampleProfile.tags) {
      const earned = sampleProfile.activity.find((item) => item.skill === skill && item.action === 'TrustTag earned')
      expect(earned?.date).toBe(issueDate)
    }
  })
})
