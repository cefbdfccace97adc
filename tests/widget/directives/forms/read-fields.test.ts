// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readFields } from '../../../../widget/directives/forms/read-fields'

const read = (html: string) => {
  document.body.innerHTML = `<form id="f">${html}</form><input form="f" data-ms-member="outside" value="o">`
  return readFields(document.querySelector('form')!)
}

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
])('%s gives %o', (html, value) => {
  expect(read(html).customFields['k']).toBe(value)
})

test.each([
  '<input data-ms-member="k" value="v" disabled>',
  '<input type="file" data-ms-member="k">',
  '<input type="radio" data-ms-member="k" value="x">',
  '<input type="password" data-ms-member="k" value="secret">',
  '<input name="k" value="v">',
])('%s gives nothing', (html) => {
  expect(Object.hasOwn(read(html).customFields, 'k')).toBe(false)
})
