import { expect, test } from 'vitest'
import { sampleTags } from '../../../../api/features/tags/verify'
import { dayText } from '../../../../api/features/tags/texts'
import { sampleIds, sampleTag } from '../../../../host-site/content/samples'
import { sampleProfile } from '../../../../host-site/pages/profile'

const byId = (id: string) => sampleTags.find((one) => one.id === id)

test('the samples are those of the site', () => {
  const shown = new Set([...sampleIds, ...sampleProfile.tags.map(({ id }) => id)])
  expect(new Set(sampleTags.map(({ id }) => id))).toEqual(shown)
})

test('a check of a sample returns what the site shows', () => {
  const { id, skill, holder, score, issued, category } = sampleTag
  expect(byId(id)).toMatchObject({ skill, holderName: holder, score, category })
  expect(dayText(byId(id)?.issuedAt ?? 0)).toBe(issued)
  for (const tag of sampleProfile.tags) {
    expect(byId(tag.id)).toMatchObject({ skill: tag.skill, score: tag.score, category: tag.category })
    expect(byId(tag.id)).toMatchObject({ holderName: sampleProfile.holder.name, issuedAt: Date.parse(tag.issueDate) })
  }
})
