// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { anAttempt, aResult } from '../features/assessment/an-attempt'
import { answering } from '../support/answering'
import { aMember } from '../support/fake-client'
import { credits } from '../support/member-credits'
import { click, fill, find, leaveSite, renderSite, submit, texts } from '../support/render-site'

afterEach(leaveSite)

const attempt = anAttempt({ id: 'att_1', skill: 'Cook', status: 'complete', result: aResult(80), isVisitors: false })
const { call } = answering({
  claimAttempts: () => ({ attempts: [attempt] }),
  listTagPurchases: () => ({ purchases: [], credits: credits(1) }),
  listTags: () => ({ tags: [] }),
})
const named = (first: string, last: string) => {
  const member = aMember()
  return { ...member, customFields: { ...member.customFields, 'first-name': first, 'last-name': last } }
}
const notes = () => texts('main .notice').filter((text) => text?.includes('cannot show the script'))

it('a name in a script that cannot be drawn is named before the payment', async () => {
  await renderSite('/checkout', { call, loggedIn: named('ᏣᎳᎩ', 'Lee') })
  expect(notes()).toEqual([expect.stringContaining('ᏣᎳᎩ Lee')])
})

it.each(['Ann Lee', '王小明', 'محمد علي'])('%s can be drawn, so nothing is said', async (name) => {
  await renderSite('/checkout', { call, loggedIn: named(name, '') })
  expect(notes()).toEqual([])
})

it('the note beside the name on a TrustTag follows what is typed', async () => {
  await renderSite('/checkout?issue=', { call, loggedIn: named('ᏣᎳᎩ', 'Lee') })
  expect(notes()).toHaveLength(1)
  await fill({ holderName: 'Tsalagi Lee' })
  expect(notes()).toEqual([])
})

it('a field that was refused loses its message once it is right, not before', async () => {
  await renderSite('/checkout?issue=', { call, loggedIn: named('Ann', 'Lee') })
  await fill({ holderName: ' ' })
  await submit()
  expect(texts('.field-error')).toHaveLength(2)
  await click(find('input[value="PUBLIC"]'))
  expect(texts('.field-error')).toEqual(['Please enter the name for the TrustTag.'])
  await fill({ holderName: 'Ann Lee' })
  expect(texts('.field-error')).toEqual([])
})
