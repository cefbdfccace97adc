// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TEST_CARD_FLASH_MS } from '../../../../contract/limits'
import { testCards } from '../../../../contract/test-cards'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage
const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  stage = formStage()
  writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
})
afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

const root = () => stage.element().shadowRoot!
const split = () => stage.find('.split')
const opener = () => stage.find('[aria-haspopup=menu]')
const items = () => [...root().querySelectorAll<HTMLElement>('[role=menuitem]')]
const focused = () => stage.focused()?.textContent
const shownNumber = () => root().querySelector<HTMLInputElement>('.card-number')!

/** @returns whether the browser would run its default action */
const key = (name: string): boolean => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true })
  act(() => void stage.focused()?.dispatchEvent(event))
  return !event.defaultPrevented
}
const press = (target: EventTarget) =>
  act(() => void target.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true })))

describe('the test cards', () => {
  test('begin with the button that copies the main card, as it is written', async () => {
    void stage.show('TEST_CARD')
    expect(stage.title()).toBe('Test Mode')
    expect(focused()).toBe('Copy test card')
    await stage.press('Copy test card')
    expect(writeText.mock.calls).toEqual([['4242 4242 4242 4242']])
  })

  test('flash for a second when one is copied, and for a whole one when it is copied again', async () => {
    vi.useFakeTimers()
    void stage.show('TEST_CARD')
    expect(split().dataset['copied']).toBe('false')
    await stage.press('Copy test card')
    expect([split().dataset['copied'], stage.find('output').textContent]).toEqual(['true', 'Copied'])
    act(() => void vi.advanceTimersByTime(TEST_CARD_FLASH_MS - 1))
    await stage.press('Copied')
    act(() => void vi.advanceTimersByTime(TEST_CARD_FLASH_MS - 1))
    expect(split().dataset['copied']).toBe('true')
    act(() => void vi.advanceTimersByTime(1))
    expect([split().dataset['copied'], stage.find('output').textContent]).toEqual(['false', ''])
  })

  test('say so when there is no clipboard, and leave the number selected', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
    void stage.show('TEST_CARD')
    await act(async () => opener().click())
    await act(async () => items()[2]!.click())
    expect(stage.alert()).toBe('Copying failed. Please select the text and copy it yourself.')
    const { value, selectionStart, selectionEnd } = shownNumber()
    expect([value, selectionStart, selectionEnd]).toEqual(['3782 822463 10005', 0, value.length])
    expect(stage.focused()).toBe(shownNumber())
    expect(split().dataset['copied']).toBe('false')
  })

  test('forget the failure once a copy succeeds', async () => {
    writeText.mockRejectedValueOnce(new Error('denied'))
    void stage.show('TEST_CARD')
    await stage.press('Copy test card')
    expect(stage.alert()).not.toBe('')
    await stage.press('Copy test card')
    expect([stage.alert(), split().dataset['copied']]).toEqual(['', 'true'])
  })

  test('link to the provider’s full list in a tab of its own, which learns nothing of this one', () => {
    void stage.show('TEST_CARD')
    const link = stage.find('a.link')
    expect(link.getAttribute('href')).toBe('https://docs.stripe.com/testing')
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })

  test('shows no video without the API’s URL', () => {
    void stage.show('TEST_CARD')
    expect(root().querySelector('video')).toBeNull()
  })
})

describe('the menu of the other cards', () => {
  beforeEach(() => void stage.show('TEST_CARD'))

  test('has those that pay and those that do not, each with its number', () => {
    act(() => opener().click())
    const groups = [...root().querySelectorAll('fieldset')].map((group) =>
      [...group.querySelectorAll('legend, button')].map(({ textContent }) => textContent),
    )
    expect(groups).toEqual([
      [
        'Successful payments',
        'Visa 4000 0566 5566 5556',
        'Mastercard 5555 5555 5555 4444',
        'American Express 3782 822463 10005',
      ],
      ['Declined payments', 'Generic decline 4000 0000 0000 0002', 'Insufficient funds 4000 0000 0000 9995'],
    ])
  })

  test.each(testCards.slice(1).map(({ number }, index) => [number, index] as const))(
    'copies %s, closes, and gives the focus back to its button',
    async (number, index) => {
      act(() => opener().click())
      await act(async () => items()[index]!.click())
      expect(writeText.mock.calls).toEqual([[number]])
      expect([items().length, shownNumber().value, split().dataset['copied']]).toEqual([0, number, 'true'])
      expect(stage.focused()).toBe(opener())
    },
  )

  test('toggles, and says whether it is open', () => {
    const states = [1, 2, 3].map(() => {
      act(() => opener().click())
      return [opener().getAttribute('aria-expanded'), items().length]
    })
    expect(states).toEqual([
      ['true', 5],
      ['false', 0],
      ['true', 5],
    ])
  })

  test('is walked with the arrow keys, round and round, and with Home and End', () => {
    act(() => opener().click())
    const walk = ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home'].map((name) => {
      expect(key(name)).toBe(false)
      return focused()?.split(' ')[0]
    })
    expect(walk).toEqual(['Mastercard', 'Insufficient', 'Visa', 'Insufficient', 'Visa'])
  })

  test.each([
    ['ArrowDown', 'Visa 4000 0566 5566 5556'],
    ['ArrowUp', 'Insufficient funds 4000 0000 0000 9995'],
  ])('opens with %s at the item next to the button', (name, item) => {
    act(() => opener().focus())
    expect(key(name)).toBe(false)
    expect(focused()).toBe(item)
  })

  test('is closed by Escape, which the dialog then does not hear of', () => {
    act(() => opener().click())
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    expect(key('Escape')).toBe(false)
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
    expect([items().length, stage.focused() === opener(), stage.dialog()?.open]).toEqual([0, true, true])
  })

  test('is closed by Tab, which moves on from its button', () => {
    act(() => opener().click())
    expect(key('Tab')).toBe(true)
    expect([items().length, stage.focused() === opener()]).toEqual([0, true])
  })

  test('is closed by a press elsewhere, not by one inside', () => {
    act(() => opener().click())
    press(stage.find('legend'))
    expect(items().length).toBe(5)
    press(stage.find('h2'))
    expect(items().length).toBe(0)
    press(document.body)
    expect(items().length).toBe(0)
  })
})
