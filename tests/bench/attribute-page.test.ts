import { expect, test } from 'vitest'
import { attributeMarkup } from './attribute-page'

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

test('the page has 10,000 elements, 1,000 of our attributes, and as many of Alpine’s on one root', () => {
  const ours = attributeMarkup('ours')
  // The root itself is not counted.
  expect(count(ours, /<[a-z]/g)).toBe(10_001)
  expect(count(ours, / data-ms-/g)).toBe(1000)
  expect(count(attributeMarkup('alpine'), / x-/g)).toBe(1001)
})

test('the pages differ in these attributes only', () => {
  const plain = (owner: Parameters<typeof attributeMarkup>[0]): string =>
    attributeMarkup(owner).replaceAll(/ (data-ms|x)-[^ =]+='[^']*'/g, '')
  expect(plain('ours')).toBe(plain('alpine'))
})
