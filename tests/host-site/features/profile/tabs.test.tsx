// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, control, find, leaveSite, renderSite, texts } from '../../support/render-site'

afterEach(leaveSite)

const chosen = () => find('[role="tab"][aria-selected="true"]')
const visible = () => texts('[role="tabpanel"]:not([hidden]) h2')[0]

const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () =>
    chosen().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  )

describe('the tabs of a profile', () => {
  it('are three, with one visible panel', async () => {
    await renderSite('/profile')
    expect(texts('[role="tab"]')).toEqual(['My TrustTags', 'Activity', 'Settings'])
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const panel = find(`#${tab.getAttribute('aria-controls')}`)
      expect(panel.getAttribute('aria-labelledby')).toBe(tab.id)
    }
    expect(document.querySelectorAll('[role="tabpanel"]:not([hidden])')).toHaveLength(1)
    await click(control('Activity'))
    expect(visible()).toBe('Recent Activity')
  })

  it('are in the URL, with one history entry per click', async () => {
    await renderSite('/profile')
    const before = window.history.length
    await click(control('Settings'))
    expect(window.location.hash).toBe('#settings')
    expect(window.history.length).toBe(before + 1)
    await click(control('Settings'))
    expect(window.history.length).toBe(before + 1)
  })

  it('open from the URL', async () => {
    await renderSite('/profile#activity')
    expect(visible()).toBe('Recent Activity')
    await act(async () => {
      window.history.replaceState(null, '', '/profile#settings')
      window.dispatchEvent(new Event('hashchange'))
    })
    expect(visible()).toBe('Privacy')
  })

  it('stay when the hash names something else on the page', async () => {
    await renderSite('/profile#settings')
    await act(async () => {
      window.history.pushState(null, '', '/profile#main')
      window.dispatchEvent(new Event('hashchange'))
    })
    expect(visible()).toBe('Privacy')
  })

  it('are moved through with arrow keys, in a loop, without history entries', async () => {
    await renderSite('/profile')
    const before = window.history.length
    for (const [key, name] of [
      ['ArrowRight', 'Activity'],
      ['ArrowRight', 'Settings'],
      ['ArrowRight', 'My TrustTags'],
      ['ArrowLeft', 'Settings'],
      ['Home', 'My TrustTags'],
      ['End', 'Settings'],
    ] as const) {
      await press(key)
      expect(chosen().textContent).toBe(name)
      expect(document.activeElement).toBe(chosen())
    }
    expect(texts('[role="tab"][tabindex="0"]')).toEqual(['Settings'])
    expect(window.history.length).toBe(before)
  })

  it('ignore other keys and browser shortcuts', async () => {
    await renderSite('/profile')
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) await press('ArrowRight', { [modifier]: true })
    await press('ArrowDown')
    expect(chosen().textContent).toBe('My TrustTags')
  })

  it('follow the direction in which the page is read', async () => {
    await renderSite('/profile')
    find('.tabs').style.direction = 'rtl'
    await press('ArrowLeft')
    expect(chosen().textContent).toBe('Activity')
  })
})
