import { describe, expect, it } from 'vitest'
import {
  compact,
  noFilter,
  readListState,
  toFilterInput,
  toFilterQuery,
  withKnownFields,
  writeListState,
} from '../../../console/screens/members/filter'
import { readMemberDefinition } from '../../../console/screens/members/definition'
import { toFieldValue } from '../../../console/screens/members/field-input'

const { fields } = readMemberDefinition({
  customFields: [
    { key: 'company', label: 'Company', filterable: true },
    { key: 'seats', label: 'Seats', type: 'number', filterable: true },
    { key: 'news', label: 'News', type: 'checkbox', filterable: true },
    { key: 'secret', label: 'Secret' },
  ],
})

describe('the URL of the list', () => {
  it.each([
    '',
    'search=ada+love&planId=pln_pro&status=ACTIVE&failedPayment=true&verified=false&provider=google',
    'subscribed=true&paidFrom=2026-11-01&firstPaidTo=2026-11-20T10%3A00%3A00.000Z',
    'joinedFrom=2026-11-01&lastLoginTo=2026-11-20T10%3A00%3A00.000Z&sort=lastLogin&order=ASC',
    'field.company=Acme+%26+Co&field.seats.from=5&field.seats.to=9',
  ])('%j says the same after reading and writing', (query) => expect(writeListState(readListState(query))).toBe(query))

  it('loses what the API would refuse', () => {
    const { filter, sort, isDescending } = readListState('?status=x&verified=maybe&joinedFrom=soon&sort=x&search=+')
    expect(filter).toEqual(noFilter)
    expect([sort, isDescending]).toEqual(['joined', true])
  })
})

describe('a filter', () => {
  it('has field values in the types of the definition', () => {
    const { filter } = readListState('verified=true&field.company=7&field.seats.from=5&field.news=true')
    const input = toFilterInput(filter, fields)
    expect(input).toEqual({
      verified: 'true',
      fields: { company: { is: '7' }, seats: { from: 5 }, news: { is: true } },
    })
    expect(toFilterQuery(input).fields).toBe('{"company":{"is":"7"},"seats":{"from":5},"news":{"is":true}}')
  })

  it('never names a field by which members cannot be filtered', () => {
    const { filter } = readListState('field.secret=1&field.gone=2')
    expect(withKnownFields(filter, fields)).toEqual(noFilter)
    expect(toFilterInput(filter, fields)).toEqual({})
  })

  it('has no empty conditions', () =>
    expect(compact({ values: { search: ' ', planId: 'p' }, fields: { company: { is: '' } } })).toEqual({
      values: { planId: 'p' },
      fields: {},
    }))
})

describe('the value of a field', () => {
  it.each([
    ['text', ' a ', ' a '],
    ['text', '  ', null],
    ['number', ' 12.5 ', 12.5],
    ['number', 'many', 'many'],
    ['number', '', null],
    ['checkbox', true, true],
    ['checkbox', '', false],
  ] as const)('%s %j is %j', (type, typed, value) => expect(toFieldValue({ type }, typed)).toBe(value))
})
