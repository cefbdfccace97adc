// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { trustTagPackages } from '../../../../contract/trusttag-packages'
import type { Buy, BuyResult } from '../../../../host-site/features/checkout/buy'
import { Checkout } from '../../../../host-site/features/checkout/checkout'
import { alertText, click, find, texts } from '../../support/render-site'

let root: Root | null = null

/** The checkout with something to buy. */
async function open(buy: Buy) {
  const leave = vi.fn<(url: string) => void>()
  document.body.replaceChildren(document.createElement('main'))
  await act(async () => {
    root = createRoot(find('main'))
    root.render(<Checkout buy={buy} leave={leave} />)
  })
  return leave
}

const radio = (at: number) => find(`.package:nth-child(${at}) input`)
const takeButton = (at: number) => find(`.package:nth-child(${at}) button`)
const summaryButton = () => find('.summary button')
const continueAt = 'https://pay.example/session'

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

describe('buying a package', () => {
  it('begins with the button of the summary, says that it is being processed, then where it goes on', async () => {
    let answer: (result: BuyResult) => void = () => {}
    const buy = vi.fn<Buy>(() => new Promise((resolve) => (answer = resolve)))
    const leave = await open(buy)
    await click(radio(2))
    expect(buy).not.toHaveBeenCalled()
    expect(summaryButton().textContent).toBe('Create TrustTags')
    await click(summaryButton())
    expect(buy).toHaveBeenCalledExactlyOnceWith(trustTagPackages[1])
    expect(summaryButton().textContent).toBe('Processing...')
    await act(async () => answer({ success: true, continueAt }))
    expect(find('.summary output').textContent).toBe(
      'Purchase initiated for 3 TrustTags! You will be redirected to complete payment.',
    )
    expect(leave).toHaveBeenCalledExactlyOnceWith(continueAt)
  })

  it('begins with a package’s own button too, which chooses it first and leads to the summary', async () => {
    const buy = vi.fn<Buy>(async () => ({ success: true, continueAt }))
    await open(buy)
    await click(takeButton(3))
    expect(buy).toHaveBeenCalledExactlyOnceWith(trustTagPackages[2])
    expect(texts('.summary dd')).toEqual(['5 TrustTags', '5', '$32'])
    expect(document.activeElement).toBe(find('.summary h2'))
  })

  it.each([
    ['a refusal', async () => ({ success: false }) as const],
    ['an exception', () => Promise.reject(new Error('broken'))],
  ])('after %s says so, keeps the choice, and can be tried again', async (_what, fail) => {
    const buy = vi.fn<Buy>(fail)
    const leave = await open(buy)
    await click(radio(1))
    await click(summaryButton())
    expect(alertText()).toBe('There was an error processing your purchase. Please try again.')
    expect(leave).not.toHaveBeenCalled()
    buy.mockResolvedValueOnce({ success: true, continueAt })
    await click(summaryButton())
    expect(alertText()).toBeNull()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('is not begun twice, nor changed on the way', async () => {
    const buy = vi.fn<Buy>(() => new Promise(() => {}))
    await open(buy)
    await click(radio(1))
    await click(summaryButton())
    await click(summaryButton())
    await click(radio(2))
    await click(takeButton(3))
    expect(buy).toHaveBeenCalledOnce()
    expect(texts('.summary dd')[0]).toBe('Single TrustTag')
  })

  it('never asks for money where the price is agreed upon', async () => {
    const buy = vi.fn<Buy>(async () => ({ success: true, continueAt }))
    await open(buy)
    await click(takeButton(4))
    expect(buy).not.toHaveBeenCalled()
  })
})
