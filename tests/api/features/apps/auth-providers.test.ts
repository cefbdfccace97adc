import { expect, test } from 'vitest'
import { complaints } from './complaints'

const provider = { provider: 'acme', name: 'Acme', order: 1 }

test.for(['a', 'acme-2', '0', 'x'.repeat(40)])('a provider may be called %s', (key) => {
  expect(complaints({ authProviders: [{ ...provider, provider: key }] })).toEqual([])
})

test.for(['', 'Acme', 'two words', 'a_b', 'a/b', '../a', 'ä', 'x'.repeat(41), 'acme\n'])(
  'a provider key that is part of URLs cannot be %j',
  (key) => {
    expect(complaints({ authProviders: [{ ...provider, provider: key }] })).toEqual([
      'authProviders.0.provider: must be up to 40 lowercase letters, digits and dashes',
    ])
  },
)

test('a provider is there once', () => {
  expect(complaints({ authProviders: [provider, { ...provider, name: 'Again' }] })).toEqual([
    'authProviders.1.provider: "acme" is a duplicate',
  ])
})
