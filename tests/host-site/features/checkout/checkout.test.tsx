// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { trustTagPackages } from '../../../../contract/trusttag-packages'
import type { Buy, BuyResult } from '../../../../host-site/features/checkout/purchase'
import { Checkout, type CheckoutProps } from '../../../../host-site/features/checkout/checkout'
import { alertText, click, find, texts } from '../../support/render-site'

let root: Root | null = null

interface ShownProps extends Pick<CheckoutProps, 'buy' | 'leave'> {
  meantFor?: CheckoutProps['meantFor']
}

/** The checkout with state for the choice. */
function Shown({ meantFor = null, ...deps }: ShownProps) {
  const [chosenId, onChoose] = useState<string | null>(null)
  return <Checkout {...{ ...deps, meantFor, chosenId, onChoose }} />
}

async function open(buy: Buy, meantFor: CheckoutProps['meantFor'] = null) {
  const leave = vi.fn<(url: string) => void>()
  document.body.replaceChildren(document.createElement('main'))
  await act(async () => {
    root = createRoot(find('main'))
    root.render(<Shown {...{ buy, leave, meantFor }} />)
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
  it('starts with the button of the summary, shows progress, then the redirect', async () => {
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

  it('also starts with a package’s own button, which selects it and focuses the summary', async () => {
    const buy = vi.fn<Buy>(async () => ({ success: true, continueAt }))
    await open(buy)
    await click(takeButton(3))
    expect(buy).toHaveBeenCalledExactlyOnceWith(trustTagPackages[2])
    expect(texts('.summary dd')).toEqual(['5 TrustTags', '5', '$32'])
    expect(document.activeElement).toBe(find('.summary h2'))
  })

  it.each([
    ['a refusal', async () => ({ success: false, reason: 'Not now.' }) as const, 'Not now.'],
    ['a silence', async () => ({ success: false, reason: '' }) as const, undefined],
    ['an exception', () => Promise.reject(new Error('broken')), undefined],
  ])('after %s says so, keeps the choice, and can be tried again', async (_what, fail, reason) => {
    const buy = vi.fn<Buy>(fail)
    const leave = await open(buy)
    await click(radio(1))
    await click(summaryButton())
    expect(alertText()).toBe('There was an error processing your purchase. Please try again.')
    expect(document.querySelector('.summary .hint')?.textContent).toBe(reason)
    expect(leave).not.toHaveBeenCalled()
    buy.mockResolvedValueOnce({ success: true, continueAt })
    await click(summaryButton())
    expect(alertText()).toBeNull()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('is not started twice or changed while it runs', async () => {
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

  it('that was canceled in the dialog shows no error, and can be started again', async () => {
    const buy = vi.fn<Buy>(async () => ({ success: false, gaveUp: true }))
    await open(buy)
    await click(takeButton(1))
    expect(alertText()).toBeNull()
    expect(summaryButton().textContent).toBe('Create TrustTags')
    await click(summaryButton())
    expect(buy).toHaveBeenCalledTimes(2)
  })

  it('can be started again when the browser restores the page', async () => {
    const buy = vi.fn<Buy>(async () => ({ success: true, continueAt }))
    await open(buy)
    await click(takeButton(1))
    await act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    expect(find('.summary output').textContent).toBe('')
    await click(summaryButton())
    expect(buy).toHaveBeenCalledTimes(2)
  })

  it('names the assessment it is for', async () => {
    await open(async () => ({ success: true, continueAt }), {
      skill: 'Cook',
      questions: 10,
      score: 80,
      band: { low: 61, high: 92 },
    })
    await click(radio(1))
    expect(texts('.summary dd')).toEqual(['Single TrustTag', '1', 'Cook, 80% · likely 61–92 · 10 questions', '$7'])
  })

  it('never charges for a custom price', async () => {
    const buy = vi.fn<Buy>(async () => ({ success: true, continueAt }))
    await open(buy)
    await click(takeButton(4))
    expect(buy).not.toHaveBeenCalled()
  })
})
