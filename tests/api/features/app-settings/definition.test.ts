import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ADMIN_PATH } from '../../../../contract/admin/endpoints'
import { APP_VERSIONS_MAX } from '../../../../contract/limits'
import { APP_CACHED_MS } from '../../../support/start-api'
import { openAdmin } from '../../http/admin/open-admin'
import type { Admin } from '../../http/admin/open-admin'

let admin: Admin
beforeEach(async () => {
  admin = await openAdmin()
})

const change = (part: string, item: string, changes: object) =>
  admin.admin('changeDefinitionItem', { part, item, changes })
const refusedChange = (part: string, item: string, changes: object) =>
  admin.answerOf('changeDefinitionItem', { part, item, changes })
const definition = async () => (await admin.admin('getDefinition')).definition

const plansWithPrices = v.array(v.looseObject({ id: v.string(), prices: v.array(v.unknown()) }))

async function pricesOfPro() {
  const plans = (await definition())['plans']
  return v.parse(plansWithPrices, plans).find(({ id }) => id === 'pln_pro')?.prices
}

/** With the header If-Match. */
async function changeAt(version: number, part: string, item: string, changes: object) {
  const response = await admin.request(`${ADMIN_PATH}/definition/${part}/${item}`, {
    method: 'PATCH',
    headers: { 'x-api-key': admin.keys.own, 'content-type': 'application/json', 'if-match': `"${version}"` },
    body: JSON.stringify({ changes }),
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

test('a change gets a version, an author and a row in the audit log, and the page sees it', async () => {
  const { version } = await admin.admin('getDefinition')
  const changed = await change('design', 'current', { cornerRadius: 12 })
  expect(changed).toMatchObject({ version: version + 1, id: 'current', item: { cornerRadius: 12, logo: null } })
  expect(await admin.lastAct()).toEqual({
    actor: 'admin key tests',
    act: 'definition.change',
    subject: 'design current',
    detail: { version: '2', parts: 'branding' },
  })
  expect(await admin.admin('listVersions')).toMatchObject([
    { number: 2, author: 'admin key tests', parts: ['branding'] },
    { number: 1, author: null, parts: [] },
  ])
  admin.clock.advance(APP_CACHED_MS)
  const { data } = await admin.call('getApp', {}, { app: 'app_shop' })
  expect(data.branding.cornerRadius).toBe(12)
})

test('without a difference there is no new version', async () => {
  await change('app', 'current', { name: 'Other' })
  const before = admin.dumpDatabase()
  expect(await change('app', 'current', { name: 'Other' })).toMatchObject({ version: 2 })
  const { secret_keys: _, ...after } = admin.dumpDatabase()
  expect(after).toEqual({ ...before, secret_keys: undefined })
})

describe('two editors', () => {
  test('of one item: the second learns who changed what', async () => {
    await change('plans', 'pln_free', { name: 'First' })
    const { status, body } = await changeAt(1, 'plans', 'pln_free', { name: 'Second' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'definition-changed',
      changes: [{ version: 2, author: 'admin key tests', parts: ['plans'] }],
    })
    expect((await definition())['plans']).toContainEqual(expect.objectContaining({ id: 'pln_free', name: 'First' }))
  })

  test('of different items do not disturb each other', async () => {
    await change('plans', 'pln_free', { name: 'First' })
    expect((await changeAt(1, 'plans', 'pln_few', { name: 'Second' })).status).toBe(200)
    const plans = v.parse(v.array(v.looseObject({ name: v.string() })), (await definition())['plans'])
    expect(plans.map(({ name }) => name)).toEqual(expect.arrayContaining(['First', 'Second']))
  })

  test('a version that does not exist is refused', async () => {
    expect((await changeAt(99, 'plans', 'pln_free', { name: 'Second' })).status).toBe(409)
  })
})

describe('prices', () => {
  test('a sold price is closed and copied', async () => {
    const { id, item } = await change('prices', 'prc_pro-monthly', { amountMinor: 1500 })
    expect(id).not.toBe('prc_pro-monthly')
    expect(item).toMatchObject({ amountMinor: 1500, active: true, planId: 'pln_pro' })
    expect(await pricesOfPro()).toMatchObject([
      { id: 'prc_pro-monthly', amountMinor: 1000, active: false },
      { id, amountMinor: 1500, active: true },
    ])
  })

  test('its name and trial change in place', async () => {
    expect(await change('prices', 'prc_pro-monthly', { name: 'Each month', trialDays: 7 })).toMatchObject({
      id: 'prc_pro-monthly',
    })
  })

  test('neither a plan nor a price can be removed', async () => {
    for (const [part, item] of [
      ['plans', 'pln_free'],
      ['prices', 'prc_pro-monthly'],
    ])
      expect(await admin.answerOf('removeDefinitionItem', { part, item })).toMatchObject({
        status: 400,
        body: { code: 'invalid-definition', message: expect.stringContaining('is missing. Members may have it') },
      })
  })

  test('a new one belongs to its plan', async () => {
    const added = { planId: 'pln_few', name: 'Once', amountMinor: 500, currency: 'eur' }
    const { item } = await admin.admin('addDefinitionItem', { part: 'prices', item: added })
    expect(item).toMatchObject({ ...added, id: expect.stringMatching(/^prc_[\da-f]{10}$/u) })
  })
})

test('groups, gates, fields and coupons are added, changed, ordered and removed', async () => {
  const add = async (part: string, item: object) => (await admin.admin('addDefinitionItem', { part, item })).id
  expect(await add('groups', { name: 'Pro Area', redirect: '/join', plans: ['pln_pro'] })).toBe('pro-area')
  const gate = await add('gates', { group: 'pro-area', url: '/pro', filter: 'STARTS' })
  const moved = await change('gates', gate, { url: '/pro/area' })
  expect(moved.id).toBe('pro-area STARTS /pro/area')
  expect(await add('fields', { label: 'Favorite color', visibility: 'PRIVATE' })).toBe('favorite-color')
  expect(await add('fields', { label: 'Favorite color', visibility: 'PRIVATE' })).toMatch(/^favorite-color-[\da-f]+$/u)
  expect(await add('fields', { key: 'age', label: 'Age', visibility: 'PRIVATE', filterable: true })).toBe('age')
  await admin.admin('orderDefinitionItems', { part: 'fields', ids: ['age', 'favorite-color'] })
  const ordered = v.array(v.looseObject({ key: v.string(), order: v.number() }))
  const fields = v.parse(ordered, (await definition())['customFields'])
  expect(fields.slice(0, 2).map(({ key }) => key)).toEqual(['age', 'favorite-color'])
  // Pages sort by it.
  expect(fields.map(({ order }) => order)).toEqual(fields.map((_, index) => index + 1))
  const coupon = await add('coupons', { percentOff: 20 })
  await admin.admin('removeDefinitionItem', { part: 'coupons', item: coupon })
  await admin.admin('removeDefinitionItem', { part: 'gates', item: moved.id })
  expect(await definition()).toMatchObject({
    coupons: [{ id: 'HALF' }],
    contentGroups: [{ key: 'pro-area', urls: [] }],
  })
})

test('removing a field says beforehand how many members have a value', async () => {
  await admin.admin('addDefinitionItem', { part: 'fields', item: { key: 'tea', label: 'Tea', visibility: 'PRIVATE' } })
  admin.clock.advance(APP_CACHED_MS)
  for (const [email, tea] of [
    ['a@example.com', 'green'],
    ['b@example.com', ''],
    ['c@example.com', 'a "tea": b'],
  ])
    await admin.admin('createMember', { email, customFields: { tea } })
  await admin.admin('createMember', { email: 'd@example.com' })
  expect(await admin.admin('getFieldUse', { item: 'tea' })).toEqual({ id: 'tea', members: 2 })
  expect(await admin.admin('getFieldUse', { item: 'te' })).toEqual({ id: 'te', members: 0 })
})

test.each([
  ['a lost placeholder', 'texts', { continue_with: 'Go on' }, 'The text must contain {provider}'],
  ['an unknown setting', 'design', { colour: 'red' }, 'branding.colour: unknown setting'],
  ['a wrong type', 'app', { name: 7 }, 'name: '],
  ['a setting of another part', 'app', { plans: [] }, 'The app has no such setting.'],
  ['public keys', 'app', { keys: {} }, 'The app has no such setting.'],
  ['payment options that do not exist', 'payments', { freeLunch: true }, 'payments.freeLunch: unknown setting'],
])('%s is refused, and nothing changes', async (_, part, changes, message) => {
  const before = await admin.admin('getDefinition')
  const { status, body } = await refusedChange(part, 'current', changes)
  expect([status, body]).toMatchObject([400, { code: 'invalid-definition', message: expect.stringContaining(message) }])
  expect(await admin.admin('getDefinition')).toEqual(before)
})

test('at most ten fields are filterable', async () => {
  for (let count = 0; count < 10; count += 1)
    await admin.admin('addDefinitionItem', {
      part: 'fields',
      item: { key: `f-${count}`, label: 'F', visibility: 'PRIVATE', filterable: true },
    })
  expect(
    await admin.answerOf('addDefinitionItem', {
      part: 'fields',
      item: { key: 'f-10', label: 'F', visibility: 'PRIVATE', filterable: true },
    }),
  ).toMatchObject({ status: 400, body: { code: 'invalid-definition' } })
})

test('a restored version brings back texts and closes prices that were added since', async () => {
  await change('texts', 'current', { login: 'Enter' })
  await change('texts', 'current', { login: 'Go' })
  const added = { planId: 'pln_pro', name: 'Once', amountMinor: 500, currency: 'eur' }
  const { id } = await admin.admin('addDefinitionItem', { part: 'prices', item: added })
  expect(await admin.admin('restoreVersion', { version: '2' })).toEqual({ version: 5 })
  expect(await definition()).toMatchObject({ texts: { login: 'Enter' } })
  expect(JSON.stringify(await definition())).toContain(`"${id}"`)
  expect(await pricesOfPro()).toContainEqual(expect.objectContaining({ id, active: false }))
  expect(await admin.answerOf('restoreVersion', { version: '77' })).toMatchObject({ status: 404 })
})

test('the newest 200 versions are kept', async () => {
  for (let count = 0; count < APP_VERSIONS_MAX + 3; count += 1)
    await change('app', 'current', { name: `Name ${count}` })
  const { app_versions: rows } = admin.dumpDatabase()
  expect(rows).toHaveLength(APP_VERSIONS_MAX)
  expect((await admin.admin('listVersions', { limit: '1' }))[0]?.number).toBe(APP_VERSIONS_MAX + 4)
}, 60_000)

describe('hosted content', () => {
  const save = (more: object = {}) =>
    admin.admin('saveContentPiece', {
      item: 'cnt_new',
      name: 'New',
      group: 'area',
      type: 'HTML',
      content: '<p>Hello</p>',
      ...more,
    })

  beforeEach(async () => {
    await admin.admin('addDefinitionItem', { part: 'groups', item: { key: 'area', name: 'Area', redirect: '/' } })
  })

  test('is saved without a new definition and served at once', async () => {
    const { version } = await admin.admin('getDefinition')
    expect(await save()).toMatchObject({ id: 'cnt_new', version: 1, length: 12 })
    expect(await save({ content: '<p>Bye</p>' })).toMatchObject({ version: 2, length: 10 })
    expect(await admin.admin('getDefinition')).toMatchObject({ version, contents: [{ id: 'cnt_new', version: 2 }] })
    admin.clock.advance(APP_CACHED_MS)
    const ann = await admin.signUp()
    expect((await admin.call('getSecureContent', { contentId: 'cnt_new' }, admin.as(ann.token))).data.content).toBe(
      '<p>Bye</p>',
    )
    await admin.admin('removeContentPiece', { item: 'cnt_new' })
    expect(await admin.answerOf('retrieveContentPiece', { item: 'cnt_new' })).toMatchObject({ status: 404 })
  })

  test('may have a million characters', async () => {
    const content = 'ü'.repeat(1_000_000)
    expect(await save({ type: 'TEXT', content })).toMatchObject({ length: 1_000_000 })
    expect((await admin.admin('retrieveContentPiece', { item: 'cnt_new' })).content).toBe(content)
    expect(
      await admin.answerOf('saveContentPiece', {
        item: 'cnt_new',
        name: 'N',
        group: 'area',
        type: 'TEXT',
        content: `${content}x`,
      }),
    ).toMatchObject({ status: 400, body: { code: 'field-limit-exceeded' } })
  })

  test.each([
    ['HTML that no page can show', { content: '<div>'.repeat(10_000) }],
    ['an unknown group', { group: 'nowhere' }],
    ['a wrong ID', { item: 'welcome' }],
    ['JSON that is none', { type: 'JSON', content: '{' }],
  ])('is refused with %s', async (_, more) => {
    const input = { item: 'cnt_new', name: 'New', group: 'area', type: 'HTML', content: '', ...more }
    expect(await admin.answerOf('saveContentPiece', input)).toMatchObject({
      status: 400,
      body: { code: 'invalid-definition' },
    })
  })

  test('keeps its group from being removed', async () => {
    await save()
    expect(await admin.answerOf('removeDefinitionItem', { part: 'groups', item: 'area' })).toMatchObject({
      status: 400,
      body: { code: 'invalid-definition' },
    })
  })
})
