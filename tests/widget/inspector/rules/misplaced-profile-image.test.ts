// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { misplacedProfileImage as rule } from '../../../../widget/inspector/rules/profile-images'
import { check, pageOf } from './check-html'

test('only an image shows the profile image', () => {
  const body = '<div id="div" data-ms-member="profile-image"></div><img id="img" data-ms-member="profile-image">'
  expect(check(rule, body)).toEqual(['div'])
  expect([...rule.check(pageOf(body))][0]?.message).toBe('It is on a <div>. Only an <img> shows it.')
})

test('buttons that choose an image, and other keys, are left alone', () => {
  expect(check(rule, '<div id="a" data-ms-action="profile-image"></div><b id="b" data-ms-member="email"></b>')).toEqual(
    [],
  )
})
