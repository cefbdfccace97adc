// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { findProblems } from '../../../host-site/lib/form'

const fields = [
  { name: 'email', missing: 'Please enter it.', wrong: 'That is none.' },
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

test('a form that is filled in well has no problems', () => {
  expect(problemsOf({ email: 'ann@example.com', password: 'password' })).toEqual([])
})

test('what is needed and empty or blank is named in the form’s order, in the field’s own words where it has some', () => {
  expect(problemsOf({ password: '  ' })).toEqual([
    ['email', 'Please enter it.'],
    ['password', 'Please fill this in.'],
  ])
})

test('what is filled in and wrong is named, also if it was not typed by hand', () => {
  expect(problemsOf({ email: 'abc', password: 'seven77' })).toEqual([
    ['email', 'That is none.'],
    ['password', 'Too short.'],
  ])
})

test('what may be left out is no problem', () => {
  expect(problemsOf({ email: 'ann@example.com', password: 'password', city: '' })).toEqual([])
})

test('a choice that has to be made is missing until one of its radios is checked', () => {
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
