// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { findProblems } from '../../../host-site/lib/form'

const fields = [
  { name: 'email', missing: 'Please enter it.', wrong: 'Enter a valid one.' },
  { name: 'password', wrong: 'Too short.' },
  { name: 'city' },
  { name: 'motivation' },
]

function problemsOf(values: Record<string, string>): [string, string][] {
  const form = document.createElement('form')
  for (const [name, more] of Object.entries({ email: { type: 'email' }, password: { minLength: 8 }, city: {} })) {
    const required = name !== 'city'
    form.append(Object.assign(document.createElement('input'), { name, required, ...more, value: values[name] ?? '' }))
  }
  form.append(Object.assign(document.createElement('textarea'), { name: 'motivation' }))
  return [...findProblems(form, fields)]
}

test('a valid form has no problems', () => {
  expect(problemsOf({ email: 'ann@example.com', password: 'password' })).toEqual([])
})

test('required fields that are empty or blank are listed in order, with the field’s own message if it has one', () => {
  expect(problemsOf({ password: '  ' })).toEqual([
    ['email', 'Please enter it.'],
    ['password', 'Please fill this in.'],
  ])
})

test('invalid fields are listed, even if they were not typed', () => {
  expect(problemsOf({ email: 'abc', password: 'seven77' })).toEqual([
    ['email', 'Enter a valid one.'],
    ['password', 'Too short.'],
  ])
})

test('empty optional fields are no problem', () => {
  expect(problemsOf({ email: 'ann@example.com', password: 'password', city: '' })).toEqual([])
})

test('a required choice is missing until a radio is checked', () => {
  const form = document.createElement('form')
  for (const value of ['a', 'b'])
    form.append(
      Object.assign(document.createElement('input'), { type: 'radio', name: 'choice', value, required: true }),
    )
  const find = () => [...findProblems(form, [{ name: 'choice', missing: 'Please choose.' }])]
  expect(find()).toEqual([['choice', 'Please choose.']])
  form.querySelector<HTMLInputElement>('[value="b"]')?.click()
  expect(find()).toEqual([])
})
