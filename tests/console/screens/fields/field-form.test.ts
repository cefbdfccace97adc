import { describe, expect, it } from 'vitest'
import { FILTERABLE_FIELDS_MAX } from '../../../../contract/limits'
import {
  fieldsOf,
  markupOf,
  mayFilter,
  moved,
  newField,
  problemOf,
  toItem,
} from '../../../../console/screens/fields/field-form'

const stored = (key: string, more: object = {}) => ({ key, label: key, visibility: 'PRIVATE', ...more })

describe('the fields of a definition', () => {
  it('are in the order of the forms: by position, those without one last', () => {
    const customFields = [
      stored('c'),
      stored('b', { order: 2 }),
      stored('d', { order: null }),
      stored('a', { order: 1 }),
    ]
    expect(fieldsOf({ customFields }).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('survive a definition without any', () => expect(fieldsOf({})).toEqual([]))
})

describe('a field', () => {
  it.each([
    [{ label: ' ' }, 'needsLabel'],
    [{ key: 'First Name' }, 'wrongKey'],
    [{ key: 'first--name' }, 'wrongKey'],
    [{ key: 'first-name' }, null],
    [{ key: '' }, null],
    [{ type: 'select' as const, options: ' \n ' }, 'needsOptions'],
    [{ type: 'select' as const, options: 'one' }, null],
  ])('%j: %s', (change, problem) => {
    expect(problemOf({ ...newField, label: 'Name', ...change })).toBe(problem)
  })

  it('has options only as a choice, without empty lines', () => {
    const form = { ...newField, label: 'Size', options: 'S\n\n M \n' }
    expect(toItem({ ...form, type: 'select' })['options']).toEqual(['S', 'M'])
    expect(toItem(form)['options']).toEqual([])
  })

  it('gets its key from the server unless a person chose one', () => {
    expect(toItem({ ...newField, label: 'A' })).not.toHaveProperty('key')
    expect(toItem({ ...newField, label: 'A', key: ' a ' })).toHaveProperty('key', 'a')
  })

  it('may be filterable while fewer than the limit are, itself not counted', () => {
    const fields = fieldsOf({
      customFields: Array.from({ length: FILTERABLE_FIELDS_MAX }, (_, index) =>
        stored(`f-${index}`, { filterable: true }),
      ),
    })
    expect(mayFilter(fields, 'new')).toBe(false)
    expect(mayFilter(fields, 'f-3')).toBe(true)
    expect(mayFilter(fields.slice(1), 'new')).toBe(true)
  })

  it('moves by one place and stays at the ends', () => {
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
  })

  it('has markup that its label cannot leave', () => {
    const label = '<script>alert(1)</script>'
    for (const type of ['text', 'textarea', 'checkbox', 'select', 'phone'] as const) {
      const markup = markupOf({ ...newField, key: 'a', label, type, options: '</select><b>' })
      expect(markup).toContain('data-ms-member="a"')
      expect(markup).toContain('&lt;script&gt;')
      expect(markup).not.toMatch(/<script|<b>/u)
    }
  })
})
