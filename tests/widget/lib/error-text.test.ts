// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { errorText } from '../../../widget/lib/errors'

beforeEach(() => void (window.location.href = 'https://shop.example/'))

const plain = 'Something went wrong. Please try again.'

test.each([
  ['what the server refused with', { code: 'x', message: 'Refused.' }, 'Refused.'],
  ['what a form of ours found', new Error('File is not an image.'), 'File is not an image.'],
  ['a sentence by itself', 'Refused.', 'Refused.'],
  ['what the browser says about senseless data', new TypeError('Cannot read properties of undefined'), plain],
  ['a message that is no text', { message: {} }, plain],
  ['an empty message', new Error(''), plain],
  ['nothing', null, plain],
])('%s has a sentence for the person', (_what, thrown, sentence) => expect(errorText(thrown)).toBe(sentence))

test.each(['app-not-found', 'invalid-public-key'])('%s is for the page’s author, not for visitors', (code) => {
  const thrown = { code, message: 'Check the install script.' }
  expect(errorText(thrown)).toBe(plain)
  window.location.href = 'http://localhost:4002/'
  expect(errorText(thrown)).toBe('Check the install script.')
})
