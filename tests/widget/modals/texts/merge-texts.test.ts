import { describe, expect, test } from 'vitest'
import { defaultTexts } from '../../../../widget/modals/texts/english'
import { mergeTexts } from '../../../../widget/modals/texts/texts'

describe('the texts of a modal', () => {
  test('are the defaults without other texts', () => {
    expect(mergeTexts(undefined, null, {})).toEqual(defaultTexts)
  })

  test('come from the first layer that has one', () => {
    const texts = mergeTexts({ login: 'Sign in' }, { login: 'Enter', password: 'Secret' }, { password: 'Word' })
    expect(texts).toEqual({ ...defaultTexts, login: 'Sign in', password: 'Secret' })
  })

  test.each([
    ['an empty text', ''],
    ['blanks', '  '],
    ['a number', 5],
    ['nothing', null],
    ['an object', { a: 1 }],
  ])('never become %s, which would leave a control without a name', (_kind, value) => {
    expect(mergeTexts({ login: value }).login).toBe(defaultTexts.login)
  })

  test('ignore unknown keys and what only a prototype has', () => {
    const layer = Object.assign(Object.create({ login: 'inherited' }), { unknown: 'x' })
    expect(mergeTexts(layer)).toEqual(defaultTexts)
  })
})
