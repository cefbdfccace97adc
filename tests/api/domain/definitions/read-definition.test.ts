import { expect, test } from 'vitest'
import { AppDefinitionError } from '../../../../api/domain/definitions/app-definition-error'
import { readDefinition } from '../../../../api/domain/definitions/read-definition'
import { shipped } from './complaints'

const read = (changes: object) =>
  readDefinition('app_demo.json', JSON.stringify({ ...shipped('app_demo'), ...changes }))

/** What is said of app_demo with some parts changed. */
function complaint(changes: object): string {
  try {
    read(changes)
  } catch (error) {
    if (error instanceof AppDefinitionError) return error.message
    throw error
  }
  return ''
}

test.each(['app_demo', 'app_trusttag'])('%s says nothing that nobody reads', (name) => {
  expect(readDefinition('', JSON.stringify(shipped(name))).id).toBe(name)
})

test('a slip of the pen is named, wherever it stands', () => {
  const plans = [
    { id: 'pln_a', name: 'A', prices: [{ id: 'prc_a', name: 'A', amountMinor: 1, currency: 'usd', activ: false }] },
  ]
  expect(complaint({ plans, contentGroups: [], contents: [], capchaRequired: true }).split('\n')).toEqual([
    'app_demo.json: plans.0.prices.0.activ: there is no such setting',
    'app_demo.json: capchaRequired: there is no such setting',
  ])
})

test.each([
  'https://www.example.com',
  'www.example.com:8080',
  '*.example.com',
  'www.example.com/shop',
  '',
  'a..b',
  'bücher.example',
])('a live domain is a host name, and %j is none', (domain) => {
  expect(complaint({ liveDomains: [domain] })).toMatch(/^app_demo\.json: liveDomains\.0: must be a host name/u)
})

test('a live domain counts in small letters, as browsers tell it', () => {
  expect(read({ liveDomains: ['WWW.Example.com', 'xn--bcher-kva.example', 'localhost'] }).liveDomains).toEqual([
    'www.example.com',
    'xn--bcher-kva.example',
    'localhost',
  ])
})
