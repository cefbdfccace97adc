// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { readLogin } from '../../../../widget/modals/login'

function read(values: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return readLogin(data)
}

describe('what was typed into the login form', () => {
  test('is read as it is, except for spaces around the email', () => {
    expect(read({ email: ' Ada@Example.com ', password: '  secret ' })).toEqual({
      input: { email: 'Ada@Example.com', password: '  secret ' },
      errors: {},
    })
  })

  test.each(["o'brien@example.com", 'r&d@example.com', 'joe@xn--mnchen-3ya.de', 'joe@münchen.de', 'ada@localhost'])(
    'may have the address %s, as in the browser’s own field',
    (email) => {
      expect(read({ email, password: 'x' }).errors).toEqual({})
    },
  )

  test.each(['', '   ', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c.de'])(
    'has a wrong address if that is "%s"',
    (email) => {
      expect(read({ email, password: 'x' }).errors).toEqual({ email: 'email_error_message' })
    },
  )

  test('lacks a password if that is empty or missing', () => {
    expect(read({ email: 'ada@example.com', password: '' }).errors).toEqual({ password: 'password_error_message' })
    expect(read({}).errors).toEqual({ email: 'email_error_message', password: 'password_error_message' })
  })
})
