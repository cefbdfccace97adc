import { expect, test } from 'vitest'
import { lostPlaceholders, textPlaceholders } from '../../contract/text-placeholders'
import { defaultTexts } from '../../widget/modals/texts/english'

test('the table has exactly the placeholders of the English texts', () => {
  const found = Object.entries(defaultTexts).flatMap(([key, text]) => {
    const names = [...text.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name)
    return names.length > 0 ? [[key, [...new Set(names)].toSorted()]] : []
  })
  expect(textPlaceholders).toEqual(Object.fromEntries(found))
})

test('a text must keep all of its placeholders', () => {
  expect(lostPlaceholders('team_seats', '{max} seats')).toEqual(['{count}'])
  expect(lostPlaceholders('team_seats', '{count} of {max}')).toEqual([])
  expect(lostPlaceholders('login', 'Enter')).toEqual([])
})

test('a key with the name of an object’s method has no placeholders', () => {
  for (const key of ['toString', 'constructor', '__proto__']) expect(lostPlaceholders(key, '')).toEqual([])
})
