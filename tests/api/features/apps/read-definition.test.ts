import { expect, test } from 'vitest'
import { AppDefinitionError, readDefinition } from '../../../../api/features/apps/read-definition'
import { shipped } from './complaints'

const read = (changes: object) =>
  readDefinition('app_demo.json', JSON.stringify({ ...shipped('app_demo'), ...changes }))

test.each(['app_demo', 'app_trusttag'])('%s has no unknown keys', (name) => {
  expect(readDefinition('', JSON.stringify(shipped(name))).id).toBe(name)
})

test('a slip of the pen is named, wherever it stands', () => {
  const plans = [
    { id: 'pln_a', name: 'A', prices: [{ id: 'prc_a', name: 'A', amountMinor: 1, currency: 'usd', activ: false }] },
  ]
  expect(() => read({ plans, contentGroups: [], contents: [], capchaRequired: true })).toThrow(
    new AppDefinitionError('app_demo.json', [
      'plans.0.prices.0.activ: unknown setting',
      'capchaRequired: unknown setting',
    ]),
  )
})

test.each([
  'https://www.example.com',
  'www.example.com:8080',
  '*.example.com',
  'www.example.com/shop',
  '',
  'a..b',
  'bücher.example',
])('a live domain is a host name; %j is not', (domain) => {
  expect(() => read({ liveDomains: [domain] })).toThrow(/^app_demo\.json: liveDomains\.0: must be a host name/u)
})

test('a live domain counts in small letters, as browsers tell it', () => {
  expect(read({ liveDomains: ['WWW.Example.com', 'xn--bcher-kva.example', 'localhost'] }).liveDomains).toEqual([
    'www.example.com',
    'xn--bcher-kva.example',
    'localhost',
  ])
})
