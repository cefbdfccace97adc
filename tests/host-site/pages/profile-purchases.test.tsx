// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import { anAttempt, aResult } from '../features/assessment/an-attempt'
import { aPurchase, aTagProfile, credits, profileServer } from '../support/member-credits'
import { refused, type Replies } from '../support/answering'
import { aMember } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite } from '../support/render-site'

afterEach(leaveSite)

async function open(profile: TagProfile, more: Replies) {
  const server = profileServer(profile, more)
  await renderSite('/profile', { loggedIn: aMember(), call: server.call })
  return server
}

describe('purchases and passed assessments', () => {
  const passed = anAttempt({ status: 'complete', result: aResult(80), isVisitors: false })

  it.each([
    [2, 'Issue TrustTag for Cook', '/checkout?attempt=att_1&issue='],
    [0, 'Get a credit for Cook', '/checkout?attempt=att_1'],
  ])('with %i credits a passed assessment links to "%s"', async (available, label, path) => {
    await open(aTagProfile({ tags: [] }), {
      claimAttempts: () => ({ attempts: [passed] }),
      listTagPurchases: () => ({ purchases: [], credits: credits(available) }),
    })
    expect(control(label, '.ready').getAttribute('href')).toBe(path)
  })

  it('is refunded after a confirmation, and the list updates', async () => {
    let purchase = aPurchase()
    const { asked } = await open(aTagProfile(), {
      listTagPurchases: () => ({ purchases: [purchase], credits: credits(purchase.unusedTags) }),
      refundTagPurchase: () => {
        purchase = aPurchase({ status: 'refunded', unusedTags: 0, refundedAmount: 18, refundableUntil: null })
        return { purchase, credits: { ...credits(0), refunded: 3 } }
      },
    })
    expect(find('.purchases li').textContent).toContain('3 TrustTags, $1821 November 2026. 3 of 3 unused.')
    await click(control('Refund', '.purchases'))
    expect(find('.purchases dialog h2').textContent).toBe('Refund 3 unused credits?')
    await click(control('Keep credits'))
    expect(asked.map(([name]) => name)).not.toContain('refundTagPurchase')
    await click(control('Refund', '.purchases'))
    await click(control('Refund', '.purchases dialog'))
    expect(asked).toContainEqual(['refundTagPurchase', { purchaseId: 'pur_1' }])
    expect(find('.purchases li').textContent).toContain('Refunded.')
    expect(document.querySelector('.purchases dialog')).toBeNull()
    expect(document.activeElement).toBe(find('#purchases'))
  })

  it('a refund that fails to start shows an error in the dialog', async () => {
    await open(aTagProfile(), {
      listTagPurchases: () => ({ purchases: [aPurchase()], credits: credits(3) }),
      refundTagPurchase: () => refused('refund-period-over', 'That time is over.'),
    })
    await click(control('Refund', '.purchases'))
    await click(control('Refund', '.purchases dialog'))
    expect(find('dialog [role="alert"]').textContent).toBe(
      'The refund could not be started. Please try again. That time is over.',
    )
  })
})

it('a profile that fails to load shows an error and can be retried', async () => {
  let isUp = false
  await open(aTagProfile(), { getTagProfile: () => (isUp ? aTagProfile() : refused('')) })
  expect(alertText()).toBe('Your TrustTags could not be loaded. Nothing is lost.')
  expect(document.querySelector('.badge.proved')).toBeNull()
  isUp = true
  await click(control('Try again'))
  expect(find('h1').textContent).toBe('Ann Lee')
})
