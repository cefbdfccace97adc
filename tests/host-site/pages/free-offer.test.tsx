// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { FreeOffer } from '../../../contract/schemas/tag-purchases'
import type { Member } from '../../../widget/public'
import { credits } from '../support/member-credits'
import { answering, refused, type Replies } from '../support/answering'
import { aMember, refusal } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite } from '../support/render-site'

afterEach(leaveSite)

/** The checkout with this offer. */
async function open(offer: FreeOffer, more: Replies = {}, loggedIn: Member | null = aMember()) {
  let available = 0
  const server = answering(
    {
      listPackages: () => ({ packages: [], refundRule: '', offer }),
      claimAttempts: () => ({ attempts: [] }),
      listTagPurchases: () => ({ purchases: [], credits: credits(available) }),
      listTags: () => ({ tags: [] }),
      claimFreeTag: () => {
        available += 1
        return { credits: credits(available) }
      },
      ...more,
    },
    { claimFreeTag: 'You have one free TrustTag.' },
  )
  return { ...server, ...(await renderSite('/checkout', { call: server.call, loggedIn })) }
}
const claim = () => click(control('Claim the free TrustTag'))
const isOn = { isOn: true, endsAt: null }

describe('the free TrustTag', () => {
  it('is shown only while the offer is on', async () => {
    await open({ isOn: false, endsAt: '2026-11-20T00:00:00.000Z' })
    expect(document.querySelector('.free-offer')).toBeNull()
    await leaveSite()
    await renderSite('/checkout')
    expect(document.querySelector('.free-offer')).toBeNull()
    await leaveSite()
    await open({ isOn: true, endsAt: '2026-12-24T00:00:00.000Z' })
    expect(find('.free-offer').textContent).toContain('until 24 December 2026')
    await leaveSite()
    await open(isOn)
    expect(find('.free-offer').textContent).toContain('One TrustTag free, for a limited time')
    expect(find('.free-offer').textContent).not.toContain('until')
  })

  it('is claimed by a member, whose credit shows at once', async () => {
    await open(isOn)
    expect(find('.credits-card').textContent).toContain('You have no credits yet.')
    await claim()
    expect(find('.free-offer output').textContent).toBe('You have one free TrustTag.')
    expect(find('.credits-card').textContent).toContain('You have 1 credit.')
  })

  it('asks a visitor to sign up first, and gives nothing otherwise', async () => {
    const { client, namesAsked } = await open(isOn, {}, null)
    await claim()
    expect(client.openModal).toHaveBeenCalledExactlyOnceWith('SIGNUP')
    expect(namesAsked()).not.toContain('claimFreeTag')
    expect(alertText()).toBeNull()
  })

  it('needs a verified email, and can send the mail again', async () => {
    const { client } = await open(isOn, {
      claimFreeTag: () => refused('email-not-verified', 'Please verify your email.'),
    })
    await claim()
    expect(alertText()).toBe('Please verify your email.')
    await click(control('Send the email again'))
    expect(client.sendMemberVerificationEmail).toHaveBeenCalledOnce()
    expect(find('.free-offer output').textContent).toContain('We sent the email.')
    await claim()
    client.sendMemberVerificationEmail.mockRejectedValueOnce(refusal('too-many-requests', 'Wait a moment.', 429))
    await click(control('Send the email again'))
    expect(alertText()).toBe('Wait a moment.')
  })

  it.each([
    ['offer-already-used', 'This email address has already been used for a free TrustTag.'],
    ['offer-ended', 'This offer has ended.'],
  ])('that is refused with %s says why', async (code, text) => {
    await open(isOn, { claimFreeTag: () => refused(code, text) })
    await claim()
    expect(alertText()).toBe(text)
    expect(() => control('Send the email again')).toThrow()
  })
})
