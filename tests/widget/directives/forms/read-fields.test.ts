// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readFields } from '../../../../widget/directives/forms/read-fields'
import { setApp } from '../../../../widget/stores/app'
import { aCustomField } from '../../../support/a-custom-field'
import { anApp } from '../../../support/an-app'

const read = (html: string) => {
  document.body.innerHTML = `<form id="f">${html}</form><input form="f" data-ms-member="outside" value="o">`
  return readFields(document.querySelector('form')!)
}

const box = (value: string, state = ''): string =>
  `<input type="checkbox" data-ms-member="k" data-ms-value="${value}" ${state}>`

test('credentials are apart from custom fields', () => {
  const fields = read('<input data-ms-member="email" value="a@b.co"><input data-ms-member="first-name" value="Ada">')
  expect(fields.credential('email')).toBe('a@b.co')
  expect(fields.credential('token')).toBe('')
  expect(fields.customFields).toEqual({ 'first-name': 'Ada', outside: 'o' })
})

test.each([
  ['<textarea data-ms-member="k">two\nlines</textarea>', 'two\nlines'],
  ['<select data-ms-member="k"><option>a</option><option selected>b</option></select>', 'b'],
  ['<select data-ms-member="k" multiple><option selected>a</option><option selected>b</option></select>', 'a, b'],
  ['<input type="checkbox" data-ms-member="k" checked>', true],
  ['<input type="checkbox" data-ms-member="k">', false],
  [
    '<input type="radio" name="r" data-ms-member="k" value="x"><input type="radio" name="r" data-ms-member="k" value="y" checked>',
    'y',
  ],
  ['<input type="number" data-ms-member="k" value="7">', '7'],
  ['<input data-ms-member="k" value="">', ''],
  ['<select data-ms-member="k"><option value="" disabled selected>Choose</option><option>a</option></select>', ''],
  [
    '<input type="radio" name="r" data-ms-member="k" data-ms-value="small" value="Radio"><input type="radio" name="r" data-ms-member="k" data-ms-value="large" value="Radio" checked>',
    'large',
  ],
  [`${box('a', 'checked')}${box('b')}${box('c', 'checked')}`, 'a, c'],
  [`${box('a')}${box('b')}`, ''],
  [box('only', 'checked'), 'only'],
  [`${box('a', 'checked disabled')}${box('b', 'checked')}`, 'b'],
  ['<input data-ms-member="k" value="first"><input data-ms-member="k" value="second">', 'first'],
  ['<input data-ms-member="k" value=""><textarea data-ms-member="k">second</textarea>', ''],
  ['<input data-ms-member="k" value="off" disabled><input data-ms-member="k" value="on">', 'on'],
  ['<input type="checkbox" data-ms-member="k" data-ms-value="" checked>', true],
  ['<input type="radio" name="k" data-ms-member="k" value="x" checked>', 'x'],
])('%s gives %o', (html, value) => {
  expect(read(html).customFields['k']).toBe(value)
})

test.each([
  '<input data-ms-member="k" value="v" disabled>',
  '<input type="file" data-ms-member="k">',
  '<input type="radio" data-ms-member="k" value="x">',
  '<input type="password" data-ms-member="k" value="secret">',
  '<input type="text" autocomplete="new-password" data-ms-member="k" value="secret, being shown">',
  '<input type="submit" data-ms-member="k" value="Send">',
  '<input name="k" value="v">',
])('%s gives nothing', (html) => {
  expect(Object.hasOwn(read(html).customFields, 'k')).toBe(false)
})

test('passwords that are being shown are no custom fields', () => {
  const fields = read(`<input data-ms-member="current-password" value="old">
    <input data-ms-member="new-password" value="new"><input data-ms-member="confirm-password" value="new">`)
  expect(fields.customFields).toEqual({ outside: 'o' })
  expect(fields.credential('new-password')).toBe('new')
})

test('a field named as a part of every object is read like any other', () => {
  const { customFields } = read(
    '<input data-ms-member="__proto__" value="v"><input data-ms-member="toString" value="w">',
  )
  expect(Object.entries(customFields)).toEqual([
    ['__proto__', 'v'],
    ['toString', 'w'],
    ['outside', 'o'],
  ])
  expect(JSON.stringify(customFields)).toContain('"__proto__":"v"')
  expect(Object.getPrototypeOf(customFields)).toBe(Object.prototype)
})

test('a number in other digits is converted for number fields, and invalid ones are left to the server', () => {
  const keys = ['years', 'zero', 'wrong', 'text'].map((key) => `<input data-ms-member="${key}">`)
  setApp(anApp({ customFields: ['years', 'zero', 'wrong'].map((key) => aCustomField(key, { type: 'number' })) }))
  document.body.innerHTML = `<form>${keys.join('')}</form>`
  const values = ['١٢', '٠', 'twelve', '١٢']
  document.querySelectorAll('input').forEach((input, index) => (input.value = values[index] ?? ''))
  expect(readFields(document.querySelector('form')!).customFields).toEqual({
    years: 12,
    zero: 0,
    wrong: 'twelve',
    text: '١٢',
  })
})

test.each([
  ['<input type="password" data-ms-member="password" value="b">', 'b'],
  ['<input data-ms-member="password" value="b"><input data-ms-member="password" value="c">', 'b'],
  ['<input type="tel" data-ms-member="password" value="b"><input data-ms-member="password" value="c">', undefined],
  ['<input type="password" data-ms-member="confirm-password" value="b">', undefined],
  ['', undefined],
])('a second password that people type repeats the first: %s', (second, expected) => {
  const fields = read(`<input type="password" data-ms-member="password" value="a">${second}`)
  expect([fields.credential('password'), fields.repeated('password')]).toEqual(['a', expected])
})
