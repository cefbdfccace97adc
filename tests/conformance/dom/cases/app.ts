import { expect } from '../dom-test'
import { appAndMember, contentGroups, theApp } from '../shapes/app'
import { nothing } from '../shapes/answered'
import { onePlan, plans } from '../shapes/plans'
import type { Cases } from './cases'

/** The app and its visit statistics. */
export const appCases = {
  getApp: async (stage) => {
    await stage.page.evaluate(() => Object.assign(window, { ssoUI: 'x' }))
    const { data } = await stage.ask(theApp, 'getApp')
    expect(data).toMatchObject({ id: 'app_demo', mode: 'sandbox', captchaRequired: false })
    expect(data.authProviders.map(({ provider }) => provider)).toContain('google')
  },

  getPlans: async (stage) => {
    const { data } = await stage.ask(plans, 'getPlans')
    const yearly = data.flatMap(({ prices }) => prices).find(({ id }) => id === 'prc_pro-yearly')
    expect(yearly).toMatchObject({ amount: 100, currency: 'usd', interval: { type: 'YEARLY', count: 1 } })
    expect(data.find(({ id }) => id === 'pln_free')?.prices).toEqual([])
  },

  getPlan: async (stage) => {
    const { data } = await stage.ask(onePlan, 'getPlan', { planId: 'pln_pro' })
    expect(data).toMatchObject({ id: 'pln_pro', status: 'ACTIVE' })
    expect(await stage.refused('getPlan', { planId: 'pln_of-nobody' })).toBe('plan-not-found')
  },

  getRestrictedUrlGroups: async (stage) => {
    await stage.join()
    const { data } = await stage.ask(contentGroups, 'getRestrictedUrlGroups')
    const access = Object.fromEntries(data.map(({ key, activeMemberHasAccess }) => [key, activeMemberHasAccess]))
    expect(access).toMatchObject({ 'members-area': true, 'pro-area': false })
  },

  getAppAndMember: async (stage) => {
    const before = await stage.ask(appAndMember, 'getAppAndMember', { trackPageView: true })
    expect(before.data.member).toBeNull()
    const { member } = await stage.join()
    const after = await stage.ask(appAndMember, 'getAppAndMember')
    expect(after.data.member?.id).toBe(member.id)
    expect(after.data.sessionData.sessionId).toBe(before.data.sessionData.sessionId)
  },

  trackPageView: async (stage) => {
    await stage.ask(nothing, 'trackPageView')
    expect(await stage.page.evaluate(() => localStorage.getItem('ms_session_id'))).toHaveLength(26)
  },

  _Event: async (stage) => {
    await stage.ask(nothing, '_Event', { data: { type: 'VIDEO_SEEN' } })
    // The request outlives the page, and sends no path.
    const event = (await stage.asked()).find(({ path }) => path === '/event')
    expect(event?.status).toBe(200)
    expect(event?.headers).not.toHaveProperty('referring-path')
  },
} satisfies Cases
