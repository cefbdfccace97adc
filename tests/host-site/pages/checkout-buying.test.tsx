// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Attempt } from '../../../contract/schemas/assessments'
import { anAttempt, aResult } from '../features/assessment/an-attempt'
import { aPurchase, credits } from '../support/member-credits'
import { answering, refused, type Replies } from '../support/answering'
import { aMember } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

/** Of every attempt here. */
const SCORE = '80% · likely 60–93 · 3 questions'

afterEach(async () => {
  await leaveSite()
  vi.restoreAllMocks()
})

const FAILED = 'There was an error processing your purchase. Please try again.'
const passed = anAttempt({ status: 'complete', result: aResult(80), isVisitors: false })
const address = (query: string) => `${location.origin}/checkout?${query}`

/** A member with these attempts and no purchases. */
const server = (attempts: Attempt[], more: Replies = {}) =>
  answering({
    getAttempt: () => passed,
    claimAttempts: () => ({ attempts }),
    listTagPurchases: () => ({ purchases: [], credits: credits(0) }),
    listTags: () => ({ tags: [] }),
    createTagPurchase: () => ({ purchase: aPurchase({ status: 'open' }), url: '#paid-elsewhere' }),
    ...more,
  })
const take = (at: number) => click(find(`.package:nth-child(${at}) button`))

describe('a member', () => {
  it('buys for the assessment just passed, and is redirected to the payment', async () => {
    const { call, asked } = server([passed])
    await renderSite('/checkout?attempt=att_1', { call, loggedIn: aMember() })
    await take(2)
    expect(asked).toContainEqual([
      'createTagPurchase',
      {
        packageId: 'three',
        attemptIds: ['att_1'],
        success_url: address('attempt=att_1&purchase=latest'),
        cancel_url: address('attempt=att_1&package=three'),
      },
    ])
    expect(texts('.summary dd')).toEqual(['3 TrustTags', '3', `Cook, ${SCORE}`, '$18'])
    expect(find('.summary output').textContent).toBe(
      'Purchase initiated for 3 TrustTags! You will be redirected to complete payment.',
    )
    expect(location.hash).toBe('#paid-elsewhere')
  })

  it('chooses other skills, as many as the package has TrustTags', async () => {
    const others = ['Carpenter', 'Driver', 'Welder'].map((skill) =>
      anAttempt({ status: 'complete', result: aResult(80), isVisitors: false, id: `att_${skill}`, skill }),
    )
    const { call, asked } = server([passed, ...others])
    await renderSite('/checkout?attempt=att_1&package=three', { call, loggedIn: aMember() })
    const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.summary [type="checkbox"]')]
    expect(texts('.summary .choice')).toEqual(['Carpenter', 'Driver', 'Welder'].map((name) => `${name}, ${SCORE}`))
    await click(boxes()[2]!)
    await click(boxes()[0]!)
    expect(boxes().map(({ disabled }) => disabled)).toEqual([false, true, false])
    await take(2)
    expect(asked.find(([name]) => name === 'createTagPurchase')?.[1]).toMatchObject({
      attemptIds: ['att_1', 'att_Welder', 'att_Carpenter'],
    })
  })

  it('may buy before passing: then no assessment is named', async () => {
    const failedOne = anAttempt({ status: 'complete', result: aResult(50), isVisitors: false })
    const { call, asked } = server([failedOne], { getAttempt: () => failedOne })
    await renderSite('/checkout?attempt=att_1', { call, loggedIn: aMember() })
    expect(find('main').textContent).toContain('You can issue a TrustTag for Cook once you pass.')
    await take(1)
    expect(asked.find(([name]) => name === 'createTagPurchase')?.[1]).toMatchObject({ attemptIds: [] })
  })

  it('buys nothing for an assessment that is not theirs, and sees why', async () => {
    const { call, namesAsked } = server([])
    await renderSite('/checkout?attempt=att_1', { call, loggedIn: aMember() })
    await take(1)
    expect(namesAsked()).not.toContain('createTagPurchase')
    expect(alertText()).toBe(FAILED)
    expect(find('.summary .hint').textContent).toContain('Nothing was bought.')
  })

  it('sees the product’s error when the purchase fails, and the server’s reason', async () => {
    const { call } = server([], { createTagPurchase: () => refused('too-many-requests', 'Too many attempts.') })
    await renderSite('/checkout', { call, loggedIn: aMember() })
    await take(1)
    expect(alertText()).toBe(FAILED)
    expect(find('.summary .hint').textContent).toBe('Too many attempts.')
  })

  it('with a credit sees it, and can continue without buying', async () => {
    const { call } = server([passed], { listTagPurchases: () => ({ purchases: [], credits: credits(2) }) })
    await renderSite('/checkout?attempt=att_1', { call, loggedIn: aMember() })
    expect(find('.credits-card').textContent).toContain('You have 2 credits.')
    await click(control('Issue TrustTag', '.credits-card'))
    expect(location.search).toBe('?attempt=att_1&issue=')
    expect(find('h1').textContent).toBe('Issue your TrustTag')
    expect(document.activeElement).toBe(find('h1'))
  })
})

describe('a visitor', () => {
  it('with credits finds the login', async () => {
    await renderSite('/checkout', { call: server([]).call })
    expect(control('Login', '.credits-card').dataset['msModal']).toBe('login')
  })

  it('keeps the choice in the URL, signs up in the dialog, and continues to the payment', async () => {
    const { call, namesAsked } = server([passed])
    const { client, become } = await renderSite('/checkout?attempt=att_1', { call })
    client.openModal.mockImplementation(async () => {
      expect(location.search).toBe('?attempt=att_1&package=five')
      expect(namesAsked()).not.toContain('createTagPurchase')
      become(aMember())
      return {
        type: 'SIGNUP',
        data: { tokens: { accessToken: 't', expires: 1, type: 'bearer' }, member: aMember(), redirect: null },
      }
    })
    await take(3)
    expect(client.openModal).toHaveBeenCalledExactlyOnceWith('SIGNUP')
    expect(client.hideModal).toHaveBeenCalledOnce()
    const bought = namesAsked().slice(namesAsked().lastIndexOf('claimAttempts'))
    expect(bought).toContain('createTagPurchase')
    expect(location.hash).toBe('#paid-elsewhere')
  })

  it('who closes the dialog buys nothing, and the choice stays', async () => {
    const { call, namesAsked } = server([])
    await renderSite('/checkout', { call })
    await take(1)
    expect(namesAsked()).not.toContain('createTagPurchase')
    expect(alertText()).toBeNull()
    expect(find('.summary button').textContent).toBe('Create TrustTags')
  })

  it('is not asked to sign up while the member check fails', async () => {
    const { call } = server([])
    const { client } = await renderSite('/checkout', { call })
    client.getCurrentMember.mockRejectedValue(new Error('offline'))
    await take(1)
    expect(client.openModal).not.toHaveBeenCalled()
    expect(alertText()).toBe(FAILED)
  })

  it('finds the chosen package again after a reload', async () => {
    await renderSite('/checkout?package=single', { call: server([]).call })
    expect(texts('.summary dd')).toEqual(['Single TrustTag', '1', '$7'])
  })
})

describe('after the payment', () => {
  const paid = { purchases: [aPurchase()], credits: credits(3) }
  const open = (more: Replies, attempts: Attempt[] = [passed]) =>
    renderSite('/checkout?attempt=att_1&purchase=latest', { call: server(attempts, more).call, loggedIn: aMember() })

  it('shows what was bought, and the form to issue it', async () => {
    await open({ listTagPurchases: () => paid })
    expect(find('#paid').textContent).toBe('Thank you. We received your payment.')
    expect(texts('.paid dd')).toEqual(['3 TrustTags', '3', '$18', 'Cook'])
    expect(find('.paid').textContent).toContain('A receipt is on its way to ann@example.com.')
    expect(control('Issue TrustTag', '.issue-form')).toBeDefined()
  })

  it('links to the skills if nothing is passed yet', async () => {
    await open({ listTagPurchases: () => paid }, [])
    expect(find('main').textContent).toContain('You have 3 credits in your account.')
    expect(control('Choose a skill', 'main').getAttribute('href')).toBe('/create-trust-tag')
  })

  it('a canceled payment charges nothing', async () => {
    await open({ listTagPurchases: () => ({ purchases: [aPurchase({ status: 'expired' })], credits: credits(0) }) })
    expect(find('#unpaid').textContent).toBe('Nothing was paid')
    expect(control('Back to the packages').getAttribute('href')).toBe('/checkout?attempt=att_1')
  })

  it('an unconfirmed payment is polled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let purchase = aPurchase({ status: 'open', paidAt: null })
    await open({ listTagPurchases: () => ({ purchases: [purchase], credits: credits(0) }) })
    expect(find('#confirming').textContent).toBe('Your payment is being confirmed')
    purchase = aPurchase()
    await act(async () => vi.advanceTimersByTimeAsync(3_000))
    expect(find('#paid').textContent).toContain('Thank you.')
    vi.useRealTimers()
  })

  it('a visitor is asked to log in', async () => {
    await renderSite('/checkout?purchase=latest')
    expect(control('Login', 'main').dataset['msModal']).toBe('login')
  })

  it('a failed lookup can be retried', async () => {
    let isUp = false
    await open({ listTagPurchases: () => (isUp ? paid : refused('')) })
    expect(alertText()).toBe('Your purchases could not be loaded. Nothing is lost.')
    isUp = true
    await click(control('Try again'))
    expect(find('#paid').textContent).toContain('Thank you.')
  })
})
