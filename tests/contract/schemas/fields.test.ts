import * as v from 'valibot'
import { expect, test } from 'vitest'
import { METADATA_KEY_MAX_CHARS } from '../../../contract/limits'
import { metaData } from '../../../contract/schemas/fields'

const codeOf = (sent: unknown) => v.safeParse(metaData, sent, { abortEarly: true }).issues?.[0].message

test('metadata takes flat values only, and finite numbers', () => {
  expect(v.parse(metaData, { plan: 'a', seats: 2, trial: true, end: null })).toEqual({
    plan: 'a',
    seats: 2,
    trial: true,
    end: null,
  })
  expect(codeOf({ deep: { a: 1 } })).toBe('invalid-field-type')
  expect(codeOf({ huge: Number('1e999') })).toBe('invalid-field-value')
})

test('a metadata key has its limit too', () => {
  expect(codeOf({ ['k'.repeat(METADATA_KEY_MAX_CHARS)]: 1 })).toBeUndefined()
  expect(codeOf({ ['k'.repeat(METADATA_KEY_MAX_CHARS + 1)]: 1 })).toBe('field-limit-exceeded')
})
