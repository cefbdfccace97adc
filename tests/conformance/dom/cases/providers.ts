import type { Page } from '@playwright/test'
import type * as v from 'valibot'
import { consent } from '../../../e2e/social/consent-page'
import { expect, type Stage } from '../dom-test'
import { loggedIn } from '../shapes/auth'
import { connectedProviders } from '../shapes/member'
import type { Cases } from './cases'

/** Calls a method from a click, because browsers block other windows. @returns the window */
async function openWindow({ page }: Stage, method: string, params: object): Promise<Page> {
  await page.evaluate(([name, given]) => window.published.atNextClick(name, [given]), [method, params] as const)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Go' }).click()])
  return popup
}

/** The result of that call. Use one window per page: the client never removes its listener. */
async function through<Shape extends v.GenericSchema>(
  stage: Stage,
  shape: Shape,
  [method, params]: [string, object],
  email: string,
): Promise<v.InferOutput<Shape>> {
  await consent(await openWindow(stage, method, params), email)
  const ended = await stage.page.evaluate(() => window.published.ended)
  if (!ended) throw new Error(`${method} was never called.`)
  return stage.check(shape, ended)
}

/** Provider accounts, through the windows of the test consent page. */
export const providerCases = {
  signupWithProvider: async (stage) => {
    const wishes = {
      provider: 'google',
      customFields: { 'first-name': 'Zoë & 100 %', company: 'a "b" + c' },
      plans: [{ planId: 'pln_free' }],
      inviteToken: 'of-no-team',
    }
    const { data } = await through(stage, loggedIn, ['signupWithProvider', wishes], stage.email)
    expect(data.member).toMatchObject({
      auth: { email: stage.email, hasPassword: false, providers: [{ provider: 'google' }] },
      customFields: wishes.customFields,
      planConnections: [{ planId: 'pln_free' }],
    })
  },

  loginWithProvider: async (stage) => {
    const { email } = stage
    const asked = await openWindow(stage, 'loginWithProvider', { provider: 'github' })
    await consent(asked, email)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    const stranger = await stage.page.evaluate(() => window.published.ended)
    expect(stranger).toMatchObject({ refusal: { code: 'account-not-found' } })
    await stage.open()
    const joining = { provider: 'github', allowSignup: true }
    const { data } = await through(stage, loggedIn, ['loginWithProvider', joining], email)
    await stage.open()
    const again = await through(stage, loggedIn, ['loginWithProvider', { provider: 'github' }], email)
    expect(again.data.member.id).toBe(data.member.id)
  },

  connectProvider: async (stage) => {
    await stage.join()
    const google: [string, object] = ['connectProvider', { provider: 'google' }]
    const { data } = await through(stage, connectedProviders, google, `at-google-${stage.email}`)
    expect(data.providers).toEqual([{ provider: 'google' }])
  },

  disconnectProvider: async (stage) => {
    await stage.join()
    const google = { provider: 'google' }
    expect(await stage.refused('disconnectProvider', google)).toBe('account-not-connected')
    await through(stage, connectedProviders, ['connectProvider', google], `at-google-${stage.email}`)
    const { data } = await stage.ask(connectedProviders, 'disconnectProvider', google)
    expect(data.providers).toEqual([])
  },
} satisfies Cases
