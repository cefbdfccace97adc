import { expect, test } from 'vitest'
import { attributeRows } from '../../../widget/attributes'
import { groupReason, reasonFor } from '../../../widget/inspector/reasons'
import { aGroup } from '../../support/a-group'

const proArea = aGroup('pro-area', { allowAllMembers: false, plans: [{ id: 'pln_pro' }] })
const app = {
  contentGroups: [
    proArea,
    aGroup('both', { allowAllMembers: false, plans: [{ id: 'pln_pro' }, { id: 'pln_team' }] }),
    aGroup('members-area'),
    aGroup('nobody', { allowAllMembers: false, plans: [] }),
  ],
}

test.each([
  ['pro-area', 'group pro-area needs plan pln_pro'],
  ['both', 'group both needs plan pln_pro or pln_team'],
  ['members-area', 'group members-area is for all members'],
  ['nobody', 'group nobody has no plan'],
  ['!pro-area', 'not for members of group pro-area'],
  ['pln_free', 'needs plan pln_free'],
  ['!pln_free', 'not with plan pln_free'],
  ['members', 'only for members'],
  ['!members', 'not for members'],
  ['is-trialing', 'only for members on a trial'],
  ['pro-aera', 'unknown group pro-aera'],
  ['toString', 'unknown group toString'],
])('%s: %s', (value, reason) => {
  expect(reasonFor(value, app)).toBe(reason)
})

test('every built-in value has a reason of its own, and its opposite too', () => {
  const values = attributeRows.content.values.flatMap((value) => [value, `!${value}`])
  const reasons = values.map((value) => reasonFor(value, app))
  expect(new Set(reasons).size).toBe(values.length)
  expect(reasons.join('\n')).not.toContain('no group')
})

test('an unknown app does not make a group unknown', () => {
  expect(reasonFor('pro-area', null)).toBe('group pro-area')
})

test('a group that closes an address is explained in the same words', () => {
  expect(groupReason(proArea)).toBe(reasonFor('pro-area', app))
})
