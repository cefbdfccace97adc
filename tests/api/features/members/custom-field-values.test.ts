import { expect, test } from 'vitest'
import type { CustomFieldValue } from '../../../../contract/entities'
import type { AppDefinition, CustomFieldDefinition } from '../../../../api/features/apps/definition'
import { readCustomFields } from '../../../../api/features/members/fields'

const appWith = (changes: Partial<CustomFieldDefinition>) => {
  const customField = { key: 'field', label: 'Field', type: 'text', options: ['a', 'b'], visibility: 'PRIVATE' }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the fields matter here
  return { customFields: [{ ...customField, ...changes }] } as unknown as AppDefinition
}

const REFUSED = Symbol('refused')

type Row = [CustomFieldDefinition['type'], CustomFieldValue, CustomFieldValue | typeof REFUSED]

const rows: Row[] = [
  ['text', 'Ann', 'Ann'],
  ['text', ' spaced ', ' spaced '],
  ['text', '', ''],
  ['text', 'Ju\u0308rgen', 'Jürgen'],
  ['textarea', 'Ju\u0308rgen\nﬁ', 'Jürgen\nﬁ'],
  ['text', null, null],
  ['text', 5, REFUSED],
  ['text', true, REFUSED],
  ['textarea', 'two\nlines', 'two\nlines'],
  ['phone', '+1 555 0100', '+1 555 0100'],
  ['phone', false, REFUSED],
  ['select', 'a', 'a'],
  ['select', '', ''],
  ['select', 'c', REFUSED],
  ['select', 1, REFUSED],
  ['checkbox', true, true],
  ['checkbox', 'true', true],
  ['checkbox', 'on', true],
  ['checkbox', 1, true],
  ['checkbox', 'false', false],
  ['checkbox', 'off', false],
  ['checkbox', '0', false],
  ['checkbox', '', false],
  ['checkbox', 'perhaps', REFUSED],
  ['checkbox', 2, REFUSED],
  ['number', 1.5, 1.5],
  ['number', ' 42 ', 42],
  ['number', '', null],
  ['number', ' ', REFUSED],
  ['number', '4x', REFUSED],
  ['number', 'Infinity', REFUSED],
  ['number', true, REFUSED],
  ['date', '2026-11-21', '2026-11-21'],
  ['date', '2026-02-30', REFUSED],
  ['date', '21.11.2026', REFUSED],
  ['date', 20261121, REFUSED],
  ['url', 'https://example.com/x', 'https://example.com/x'],
  ['url', 'javascript:alert(1)', REFUSED],
  ['url', 'example', REFUSED],
]

test.for(rows)('a %s field reads %j as %j', ([type, sent, read]) => {
  const reading = () => readCustomFields(appWith({ type }), { field: sent })
  if (read === REFUSED) expect(reading).toThrow(expect.objectContaining({ code: 'invalid-field-value' }))
  else expect(reading()).toEqual({ field: read })
})

test('unknown keys, inherited keys and admin fields are left out', () => {
  const polluted = JSON.parse('{"__proto__":{"field":"x"},"constructor":"x","other":"x"}')
  expect(readCustomFields(appWith({}), polluted)).toEqual({})
  expect(readCustomFields(appWith({ restrictToAdmin: true }), { field: 'x' })).toEqual({})
  expect(readCustomFields(appWith({ hidden: true }), { field: 'x' })).toEqual({ field: 'x' })
})

test('what belongs to no field is ignored, whatever it holds', () => {
  const sent = { field: 'x', unknown: { a: 1 }, other: ['b'], ...Object.fromEntries([...Array(200).keys()].entries()) }
  expect(readCustomFields(appWith({}), sent)).toEqual({ field: 'x' })
})

test('a structured or over-long value of a field is refused by its own code', () => {
  const read = (field: unknown) => () => readCustomFields(appWith({}), { field })
  expect(read({ a: 1 })).toThrow(expect.objectContaining({ code: 'invalid-field-type' }))
  expect(read('x'.repeat(10_001))).toThrow(expect.objectContaining({ code: 'field-limit-exceeded' }))
})

test('a choice is found in either Unicode form, and stored as the app spells it', () => {
  const decomposed = 'Zu\u0308rich'
  for (const option of ['Zürich', decomposed])
    for (const sent of ['Zürich', decomposed])
      expect(readCustomFields(appWith({ type: 'select', options: [option] }), { field: sent })).toEqual({
        field: option,
      })
})
