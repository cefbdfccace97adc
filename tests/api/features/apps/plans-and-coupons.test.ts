import * as v from 'valibot'
import { expect, test } from 'vitest'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'
import { complaints, shipped } from './complaints'

const price = { id: 'prc_a', name: 'A', amountMinor: 1000, currency: 'usd' }
const monthly = { type: 'MONTHLY', count: 1 }
const team = { seats: 5, inviteSignupLink: '/signup.html' }
/** Without parts that refer to plans and prices. */
const bare = { contentGroups: [], contents: [], coupons: [] }

const complaintsAboutPlan = (plan: object) => complaints({ ...bare, plans: [{ id: 'pln_a', name: 'A', ...plan }] })
const complaintsAboutPrice = (changes: object) => complaintsAboutPlan({ prices: [{ ...price, ...changes }] })
const complaintsAboutTeam = (changes: object) => complaintsAboutPlan({ team: { ...team, ...changes } })

test('what a price and a coupon leave out is filled in', () => {
  const { plans, coupons } = v.parse(appDefinitionSchema, {
    ...shipped('app_demo'),
    ...bare,
    plans: [{ id: 'pln_a', name: 'A', prices: [price] }],
    coupons: [{ id: 'TEN', percentOff: 10 }],
  })
  expect(plans).toMatchObject([{ active: true, prices: [{ trialDays: 0, active: true }] }])
  expect(coupons).toEqual([{ id: 'TEN', percentOff: 10, duration: 'once', prices: [], active: true }])
})

test('app_demo sells with a trial, to teams, and with a coupon', () => {
  const { plans, coupons } = v.parse(appDefinitionSchema, shipped('app_demo'))
  const prices = plans.flatMap((plan) => plan.prices)
  expect(prices.find(({ id }) => id === 'prc_trial-monthly')).toMatchObject({ amountMinor: 1200, trialDays: 14 })
  expect(plans.find(({ id }) => id === 'pln_team')?.team).toMatchObject({
    seats: 5,
    upgradeLink: '/plans/upgrade.html',
  })
  expect(coupons).toMatchObject([{ id: 'HALF', percentOff: 50 }])
})

test.for(['usd', 'EUR', 'jpy', 'KWD'])('a price may be in %s', (currency) => {
  expect(complaintsAboutPrice({ currency })).toEqual([])
})

test.for(['usx', 'dollar', '$', 'us', '', 'USD '])('a price may not be in "%s"', (currency) => {
  expect(complaintsAboutPrice({ currency })).toEqual([
    'plans.0.prices.0.currency: must be a three-letter currency code such as "usd"',
  ])
})

test.for([
  [{ interval: monthly, trialDays: 14 }, undefined],
  [{ interval: { type: 'MONTHLY', count: 36 } }, undefined],
  [{ interval: { type: 'YEARLY', count: 3 } }, undefined],
  [{ amountMinor: 0 }, undefined],
  [{ amountMinor: 99_999_999 }, undefined],
  [{ trialDays: 14 }, 'a one-time price cannot have a trial: add an interval'],
  [{ interval: { type: 'MONTHLY', count: 37 } }, 'must be at most three years'],
  [{ interval: { type: 'YEARLY', count: 4 } }, 'must be at most three years'],
  [{ interval: { type: 'MONTHLY', count: 0 } }, '>=1'],
  [{ interval: { type: 'WEEKLY', count: 1 } }, '"MONTHLY" | "YEARLY"'],
  [{ amountMinor: -1 }, '>=0'],
  [{ amountMinor: 9.99 }, 'integer'],
  [{ amountMinor: 100_000_000 }, '<=99999999'],
  [{ interval: monthly, trialDays: 731 }, '<=730'],
] as const)('a price with %j: %s', ([changes, reason]) => {
  const found = complaintsAboutPrice(changes)
  expect(found).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)])
})

test.for([
  [{}, undefined],
  [{ seats: 1, upgradeLink: '/upgrade.html?from=team#top' }, undefined],
  [{ seats: 0 }, 'plans.0.team.seats: '],
  [{ seats: 2.5 }, 'plans.0.team.seats: '],
  [{ inviteSignupLink: undefined }, 'plans.0.team.inviteSignupLink: '],
  [{ inviteSignupLink: '//evil.example' }, 'plans.0.team.inviteSignupLink: must be a path'],
  [{ inviteSignupLink: '/signup.html?a=b' }, 'plans.0.team.inviteSignupLink: must not contain ? or #'],
  [{ inviteSignupLink: '/signup.html#a' }, 'plans.0.team.inviteSignupLink: must not contain ? or #'],
  [{ upgradeLink: 'https://evil.example' }, 'plans.0.team.upgradeLink: must be a path'],
] as const)('a team plan with %j: %s', ([changes, complaint]) => {
  const found = complaintsAboutTeam(changes)
  expect(found).toEqual(complaint === undefined ? [] : [expect.stringContaining(complaint)])
})

test.for(['afterPurchase', 'afterCancel', 'afterReplace'])(
  '%s stays on the site, of a plan and of the app',
  (event) => {
    const reason = 'must be a path that starts with a single /'
    for (const away of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'page']) {
      expect(complaintsAboutPlan({ redirects: { [event]: away } })).toEqual([`plans.0.redirects.${event}: ${reason}`])
      expect(complaints({ redirects: { [event]: away } })).toEqual([`redirects.${event}: ${reason}`])
    }
    expect(complaintsAboutPlan({ redirects: { [event]: '/thanks.html?a=b#c' } })).toEqual([])
  },
)

test('a coupon is there once, and for prices that are there', () => {
  const half = { id: 'HALF', percentOff: 50 }
  expect(complaints({ coupons: [half, { ...half, percentOff: 40 }] })).toEqual(['coupons.1.id: "HALF" is a duplicate'])
  expect(complaints({ coupons: [{ ...half, prices: ['prc_pro-monthly', 'prc_gone', 'pln_pro'] }] })).toEqual([
    'coupons.0.prices.1: unknown price "prc_gone"',
    'coupons.0.prices.2: unknown price "pln_pro"',
  ])
  expect(complaints({ coupons: [half, { ...half, id: 'half', prices: ['prc_team-monthly'] }] })).toEqual([])
})

test.for([
  [{ id: 'two words' }, 'coupons.0.id: '],
  [{ id: '' }, 'coupons.0.id: '],
  [{ percentOff: 0 }, 'coupons.0.percentOff: '],
  [{ percentOff: 101 }, 'coupons.0.percentOff: '],
  [{ duration: 'twice' }, 'coupons.0.duration: '],
] as const)('a coupon may not have %j', ([changes, field]) => {
  const found = complaints({ coupons: [{ id: 'HALF', percentOff: 50, ...changes }] })
  expect(found).toEqual([expect.stringContaining(field)])
})
