// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import type { CustomField } from '../../../../contract/entities'
import { readCustomFields, visibleFields } from '../../../../widget/modals/custom-fields'
import { anApp } from '../../../support/an-app'
import { aField } from '../form-stage'

function read(typed: string | null, changes: Partial<CustomField>) {
  const data = new FormData()
  if (typed !== null) data.set('it', typed)
  const { values, errors } = readCustomFields(data, [aField('it', changes)])
  return { value: values['it'], error: errors['it'] }
}

describe('the custom fields of a form', () => {
  test.each([
    ['text', ' Ada ', 'Ada'],
    ['textarea', 'one\ntwo', 'one\ntwo'],
    ['select', 'Beginner', 'Beginner'],
    ['number', ' -1.5 ', -1.5],
    ['number', '0', 0],
    ['number', '-1,25', -1.25],
    ['number', '٢٥', 25],
    ['number', '२५', 25],
    ['number', '１２', 12],
    ['number', '', null],
    ['checkbox', 'on', true],
    ['checkbox', null, false],
    ['date', '2026-11-21', '2026-11-21'],
    ['url', 'https://example.com/x', 'https://example.com/x'],
    ['phone', '+49 (30) 123-45 x6', '+49 (30) 123-45 x6'],
    ['phone', '٠٣٠ ١٢٣', '٠٣٠ ١٢٣'],
    ['text', '', ''],
  ] as const)('%s holding %j is %j', (type, typed, value) => {
    expect(read(typed, { type })).toEqual({ value, error: undefined })
  })

  test.each([
    ['number', '12 apples', 'number_error_message'],
    ['number', 'Infinity', 'number_error_message'],
    ['number', '1,000', 'number_error_message'],
    ['number', '1,2,3', 'number_error_message'],
    ['url', 'example.com', 'url_error_message'],
    ['url', 'javascript:alert(1)', 'url_error_message'],
    ['url', 'https://', 'url_error_message'],
    ['url', 'https://a b', 'url_error_message'],
    ['phone', 'call me', 'phone_error_message'],
    ['phone', '12', 'phone_error_message'],
  ] as const)('%s cannot hold %j', (type, typed, error) => {
    expect(read(typed, { type }).error).toBe(error)
  })

  test.each([
    ['text', '  '],
    ['select', ''],
    ['number', ''],
    ['date', ''],
    ['checkbox', null],
  ] as const)('a required %s may not stay empty', (type, typed) => {
    expect(read(typed, { type, required: true }).error).toBe('required_error_message')
    expect(read(typed, { type }).error).toBeUndefined()
  })

  test('are asked for in the owner’s order, without hidden ones and without those only an admin may write, never what logs in', () => {
    const customFields = [
      aField('unplaced'),
      aField('second', { order: 2 }),
      aField('hidden', { hidden: true }),
      aField('admin', { restrictToAdmin: true }),
      aField('email'),
      aField('password'),
      aField('first', { order: 0 }),
      aField('unplaced-too'),
    ]
    const keys = visibleFields(anApp({ customFields })).map(({ key }) => key)
    expect(keys).toEqual(['first', 'second', 'unplaced', 'unplaced-too'])
  })
})
