import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CONTENT_MAX_CHARS } from '../../../../contract/limits'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'
import { reservedFieldKeys, reservedGroupKeys } from '../../../../contract/reserved-values'
import { complaints, shipped } from './complaints'

const content = { id: 'cnt_a', name: 'A', group: 'members-area', type: 'TEXT', content: 'a' }
const group = { key: 'area', name: 'Area', redirect: '/no.html' }
const field = { key: 'a', label: 'A', visibility: 'PUBLIC' }
const plan = { id: 'pln_a', name: 'A', prices: [{ id: 'prc_a', name: 'A', amountMinor: 1, currency: 'usd' }] }
/** Without parts that refer to plans. */
const bare = { contentGroups: [], contents: [] }

test.for(['app_demo', 'app_trusttag'])('%s is in order', (name) => {
  expect(v.safeParse(appDefinitionSchema, shipped(name)).issues).toBeUndefined()
})

test('an app needs neither groups nor contents', () => {
  const result = v.parse(appDefinitionSchema, shipped('app_trusttag'))
  expect(result).toMatchObject({ contentGroups: [], contents: [] })
})

test.for<[string, Record<string, unknown>, string]>([
  ['a plan twice', { ...bare, plans: [plan, { ...plan, prices: [] }] }, 'plans.1.id: "pln_a" is a duplicate'],
  [
    'a price twice, though in two plans',
    { ...bare, plans: [plan, { ...plan, id: 'pln_b' }] },
    'plans.1.prices.0.id: "prc_a" is a duplicate',
  ],
  ['a field twice', { customFields: [field, { ...field, label: 'B' }] }, 'customFields.1.key: "a" is a duplicate'],
  ['a group twice', { ...bare, contentGroups: [group, group] }, 'contentGroups.1.key: "area" is a duplicate'],
  ['a content twice', { contents: [content, content] }, 'contents.1.id: "cnt_a" is a duplicate'],
  [
    'a group for a plan that is not there',
    { ...bare, contentGroups: [{ ...group, plans: ['pln_pro', 'pln_gone'] }] },
    'contentGroups.0.plans.1: unknown plan "pln_gone"',
  ],
  [
    'content of a group that is not there',
    { contents: [content, { ...content, id: 'cnt_b', group: 'gone' }] },
    'contents.1.group: unknown content group "gone"',
  ],
])('%s is one complaint that names the place', ([, changes, complaint]) => {
  expect(complaints(changes)).toEqual([complaint])
})

test.for([0, -5, 0.00001, 1e9, Number.NaN])('a session cannot last %s days', (sessionLifetimeDays) => {
  expect(complaints({ sessionLifetimeDays })).toEqual([expect.stringMatching(/^sessionLifetimeDays: /)])
})

test.for([1, 14, 400])('a session can last %s days', (sessionLifetimeDays) => {
  expect(complaints({ sessionLifetimeDays })).toEqual([])
})

test.for([...reservedGroupKeys, 'Members', '!area', 'pln_free', 'pln_area'])('no group may be called %s', (key) => {
  const [first, ...others] = complaints({ ...bare, contentGroups: [{ ...group, key }] })
  expect(first).toBe(`contentGroups.0.key: "${key}" is reserved in the attributes of a page; choose another key`)
  expect(others).toEqual([])
})

test.for(['', ' ', 'two words'])('a group’s key is one word, unlike "%s"', (key) => {
  expect(complaints({ ...bare, contentGroups: [{ ...group, key }] })).toEqual([
    'contentGroups.0.key: must be a single word',
  ])
})

test.for(reservedFieldKeys)('no custom field may be called %s', (key) => {
  expect(complaints({ customFields: [{ ...field, key }] })).toEqual([
    `customFields.0.key: "${key}" is reserved in the attributes of a page; choose another key`,
  ])
})

test.for([
  ['LINK', '/a/b.html?c#d', true],
  ['LINK', 'https://files.example/a.pdf', true],
  ['IMAGE', 'http://files.example/a.png', true],
  ['FILE', '//evil.example/a', false],
  ['LINK', '/\\evil.example', false],
  ['LINK', 'javascript:alert(1)', false],
  ['IMAGE', 'data:image/png;base64,AA', false],
  ['FILE', 'a.pdf', false],
  ['FILE', 'https://', false],
  ['LINK', '', false],
  ['LINK', '/a\nb', false],
] as const)('%s %j may be hosted: %s', ([type, address, may]) => {
  const found = complaints({ contents: [{ ...content, type, content: address }] })
  const reason = 'contents.0.content: must be a path of the site or an http(s) URL'
  expect(found).toEqual(may ? [] : [reason])
})

test.for([
  ['{"a":1}', true],
  ['null', true],
  ['['.repeat(100_000), false],
  ['{a:1}', false],
  ['', false],
] as const)('the JSON %# is in order: %s', ([json, may]) => {
  const found = complaints({ contents: [{ ...content, type: 'JSON', content: json }] })
  expect(found).toEqual(may ? [] : ['contents.0.content: must be JSON'])
})

test('content is bounded, has a type of the eight, and an id that says what it is', () => {
  const tooLong = 'x'.repeat(CONTENT_MAX_CHARS + 1)
  expect(complaints({ contents: [{ ...content, content: tooLong }] })).toEqual([
    'contents.0.content: must have at most 1000000 characters',
  ])
  expect(complaints({ contents: [{ ...content, content: tooLong.slice(1) }] })).toEqual([])
  expect(complaints({ contents: [{ ...content, type: 'EXE' }] })).toEqual([
    expect.stringMatching(/^contents\.0\.type: /u),
  ])
  expect(complaints({ contents: [{ ...content, id: 'welcome' }] })).toEqual([
    'contents.0.id: must be cnt_ followed by letters, digits, - or _',
  ])
})

test.for(['//evil.example', '/\\evil.example', 'https://evil.example', 'page', '/a\tb'])(
  'a redirect stays on the site, unlike %j',
  (redirect) => {
    expect(complaints({ ...bare, redirects: { afterLogin: redirect } })).toEqual([
      'redirects.afterLogin: must be a path that starts with a single /',
    ])
  },
)

test('a complaint is one line, whatever a name holds', () => {
  const bad = 'a\n\u001b[2Jb'
  const found = complaints({ contents: [{ ...content, group: bad }] })
  expect(found).toEqual(['contents.0.group: unknown content group "a\\n\\u001b[2Jb"'])
})
