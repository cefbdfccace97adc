import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { canonicalJson } from '../../../contract/credential/canonical-json'
import { readVectors, vectorsFolder } from '../../support/vectors'

const pairs = v.record(v.string(), v.object({ input_base64: v.string(), output_base64: v.string() }))
const textOf = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')

describe.skipIf(vectorsFolder() === null)('canonical JSON and the vectors of RFC 8785', () => {
  const vectors = vectorsFolder() === null ? {} : v.parse(pairs, readVectors('jcs-rfc8785.json'))

  it('six are there', () => expect(Object.keys(vectors)).toHaveLength(6))

  it.each(Object.entries(vectors))('are the same bytes: %s', (_, { input_base64: input, output_base64: output }) => {
    expect(canonicalJson(JSON.parse(textOf(input)))).toBe(textOf(output))
  })
})

describe('canonical JSON', () => {
  it.each([
    ['half a character', '"\\ud800"'],
    ['half a character after a backslash', '"\\\\\\ud800"'],
    ['half a character in a name', '{"a\\udc00":1}'],
    ['a number that has no value', '[1e400]'],
  ])('has no writing of %s', (_, json) => {
    expect(() => canonicalJson(JSON.parse(json))).toThrow(/./u)
  })

  it.each([['"\\\\ud800"'], ['"\\ud83d\\ude00"'], ['"\\\\\\\\udc00"']])('has one of %s, which is whole', (json) => {
    expect(JSON.parse(canonicalJson(JSON.parse(json)))).toBe(JSON.parse(json))
  })

  it('covers a name that objects have a meaning for', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}')
  })
})
