import * as v from 'valibot'
import { expect, test } from 'vitest'
import { JSON_MAX_DEPTH, METADATA_KEY_MAX_CHARS, METADATA_MAX_CHARS, METADATA_MAX_KEYS } from '../../../contract/limits'
import { customFields, json, metaData } from '../../../contract/schemas/fields'

const codeOf = (sent: unknown) => v.safeParse(metaData, sent, { abortEarly: true }).issues?.[0].message

/** Parsed, because only parsed JSON can have a key of this name. */
const oddKeys: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":"b","prototype":null}')

/** A list in a list in a list. The outermost object is one level. */
const nested = (depth: number): object => JSON.parse(`{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`)

test('metadata takes any JSON, as it came', () => {
  const sent = { plan: 'a', seats: 2, trial: true, end: null, tags: ['x', { deep: [1] }], utm: { source: 'mail' } }
  expect(v.parse(metaData, sent)).toEqual(sent)
  expect(JSON.stringify(v.parse(metaData, oddKeys))).toBe(JSON.stringify(oddKeys))
})

test('a metadata value is limited as it is written down, a text as it is', () => {
  const text = 'x'.repeat(METADATA_MAX_CHARS)
  expect(codeOf({ text })).toBeUndefined()
  expect(codeOf({ text: `${text}x` })).toBe('field-limit-exceeded')
  expect(codeOf({ list: [text.slice(4)] })).toBeUndefined()
  expect(codeOf({ list: [text.slice(3)] })).toBe('field-limit-exceeded')
})

test('metadata has a limit of keys', () => {
  const keys = Array.from({ length: METADATA_MAX_KEYS + 1 }, (_, n) => [`key${n}`, n] as const)
  expect(codeOf(Object.fromEntries(keys.slice(1)))).toBeUndefined()
  expect(codeOf(Object.fromEntries(keys))).toBe('field-limit-exceeded')
})

test.for([
  ['metadata', metaData],
  ['member JSON', json],
] as const)('%s is refused where it could not be stored as it came', ([, schema]) => {
  const code = (sent: unknown) => v.safeParse(schema, sent, { abortEarly: true }).issues?.[0].message
  expect(code({ huge: Number('1e999') })).toBe('invalid-field-value')
  expect(code({ list: [{ huge: Number('-1e999') }] })).toBe('invalid-field-value')
  expect(code(nested(JSON_MAX_DEPTH))).toBeUndefined()
  expect(code(nested(JSON_MAX_DEPTH + 1))).toBe('invalid-field-value')
  expect(code(nested(400_000))).toBe('invalid-field-value')
})

test('member JSON keeps every key', () => {
  expect(JSON.stringify(v.parse(json, oddKeys))).toBe(JSON.stringify(oddKeys))
})

test('a metadata key has its limit too', () => {
  expect(codeOf({ ['k'.repeat(METADATA_KEY_MAX_CHARS)]: 1 })).toBeUndefined()
  expect(codeOf({ ['k'.repeat(METADATA_KEY_MAX_CHARS + 1)]: 1 })).toBe('field-limit-exceeded')
})

test('a write names a bounded number of custom fields, known or not', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  expect(v.is(customFields, fields(1_000))).toBe(true)
  expect(v.safeParse(customFields, fields(1_001), { abortEarly: true }).issues?.[0].message).toBe(
    'field-limit-exceeded',
  )
})
