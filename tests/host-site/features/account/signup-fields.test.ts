import { describe, expect, it } from 'vitest'
import {
  isComplete,
  memberToUserData,
  readSignupForm,
  signupFields,
  toCustomFields,
  toUserData,
} from '../../../../host-site/features/account/signup-fields'
import { aMember } from '../../support/fake-client'

const filledIn = (values: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return readSignupForm(data)
}
const required = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', password: ' pass word ', phone: '1' }

describe('the sign-up form', () => {
  it('has the specified fields, and requires the specified ones', () => {
    expect(signupFields.map(({ name }) => name)).toEqual(
      'firstName lastName email password phone country city profession experience skills motivation'.split(' '),
    )
    expect(signupFields.filter((field) => field.required).map(({ name }) => name)).toEqual(Object.keys(required))
    const codes = signupFields.flatMap((field) => ('options' in field ? [Object.keys(field.options)] : []))
    expect(codes).toEqual([
      ['us', 'ca', 'mx', 'uk', 'au', 'other'],
      ['0-1', '1-2', '3-5', '5-10', '10+'],
    ])
  })

  it('is complete only if no required field is missing or blank', () => {
    expect(isComplete(filledIn(required))).toBe(true)
    for (const name of Object.keys(required)) {
      expect(isComplete(filledIn({ ...required, [name]: '' }))).toBe(false)
      if (name !== 'password') expect(isComplete(filledIn({ ...required, [name]: '  ' }))).toBe(false)
    }
  })

  it('trims values, but not the password', () => {
    const form = filledIn({ ...required, firstName: '  Ann ' })
    expect(form.firstName).toBe('Ann')
    expect(form.password).toBe(' pass word ')
  })

  it('sends only filled custom fields, by key', () => {
    const form = filledIn({ ...required, city: 'Troy', experience: '10+' })
    expect(toCustomFields(form)).toEqual({
      'first-name': 'Ann',
      'last-name': 'Lee',
      phone: '1',
      city: 'Troy',
      experience: '10+',
    })
  })

  it('is stored without the password', () => {
    expect(Object.keys(toUserData(filledIn(required)))).toEqual(
      signupFields.map(({ name }) => name).filter((name) => name !== 'password'),
    )
  })

  it('can be read back from a member, in the same shape', () => {
    const kept = memberToUserData(aMember())
    expect(Object.keys(kept)).toEqual(Object.keys(toUserData(filledIn(required))))
    expect(kept).toMatchObject({ firstName: 'Ann', email: 'ann@example.com', country: 'ca', city: '', skills: '' })
  })
})
