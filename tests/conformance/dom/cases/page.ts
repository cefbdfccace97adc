import { expect } from '../dom-test'
import { nothing } from '../shapes/answered'
import type { Cases } from './cases'

/** Methods that work only in the page: the client must find what it needs, on any server. */
export const pageCases = {
  getMemberCookie: async (stage) => {
    const cookie = () => stage.page.evaluate(() => window.published.call('getMemberCookie', []))
    expect(await cookie()).toEqual({ answer: undefined })
    const { tokens } = await stage.join()
    expect(await cookie()).toEqual({ answer: tokens.accessToken })
  },

  onAuthChange: async (stage) => {
    const watched = await stage.page.evaluateHandle(() => window.published.watchAuth())
    const told = () => watched.evaluate((watch) => watch.told.map((member) => Object(member).id ?? member))
    expect(await told()).toEqual([])
    const { id } = (await stage.join()).member
    expect(await told()).toEqual([id])
    await stage.ask(nothing, 'updateMember', { customFields: { 'first-name': 'B' } })
    await stage.ask(nothing, 'updateMemberAuth', { email: `new-${stage.email}` })
    await stage.ask(nothing, 'getCurrentMember')
    expect(await told()).toEqual([id])
    await stage.ask(nothing, 'addPlan', { planId: 'pln_free' })
    await stage.ask(nothing, 'removePlan', { planId: 'pln_free' })
    await stage.ask(nothing, 'logout')
    expect(await told()).toEqual([id, id, id, null])
    expect(await watched.evaluate((watch) => watch.unsubscribe())).toBe(true)
    await stage.join(`other-${stage.email}`)
    expect(await told()).toHaveLength(4)
  },

  _captchaReady: async (stage) => {
    // A hook for external captchas; none of our code waits for it.
    expect(
      await stage.page.evaluate(() => Object(Reflect.get(window, '$memberstackDom'))._captchaReady instanceof Promise),
    ).toBe(true)
  },

  _showMessage: async (stage) => {
    const { page } = stage
    // It ends only when the message disappears.
    await page.evaluate(() => void window.published.call('_showMessage', ['Your changes have been saved.']))
    await expect(page.locator('[data-ms-message="success"]')).toContainText('Your changes have been saved.')
  },

  _showLoader: async (stage) => {
    await stage.ask(nothing, '_showLoader')
    await expect(stage.page.locator('[data-ms-modal-loader]')).toHaveCount(1)
  },

  _hideLoader: async (stage) => {
    await stage.ask(nothing, '_showLoader')
    await stage.ask(nothing, '_hideLoader')
    await expect(stage.page.locator('[data-ms-modal-loader]')).toHaveCount(0)
  },

  destroy: async (stage) => {
    await stage.join()
    await stage.ask(nothing, 'destroy')
    expect(await stage.page.evaluate(() => '$memberstackDom' in window)).toBe(false)
  },
} satisfies Cases
