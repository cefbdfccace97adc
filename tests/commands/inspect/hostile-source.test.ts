import * as fc from '../../support/fast-check'
import { expect, test } from 'vitest'
import { inspectText } from './inspect-text'

// prettier-ignore
const bits = [
  '<div data-ms-content="members">', '<form data-ms-form="login">', '<form>', '</form>', '<table>', '<tr>', '</div>',
  '<template>', '</template>', '<svg>', '<b data-ms-member="x">', '<p>', '</p>', '<select>', '<option>', '<math>',
  '<input form="a" data-ms-member="email">', '<a data-ms-plan:add="pln_free,,x" data-ms-price:remove>', '<body>',
  '<script data-memberstack-app>', '</script>', '<frameset>', '<head>', '<html data-ms-content>', '<!--', '-->',
  '<i data-ms-channel="c" data-ms-thread data-ms-post="p">', '<q id="a" id="b" data-ms-modal data-ms-modal="x">',
  '<plaintext>', '<![CDATA[', '<br/>', '\0', '\r\n', '\ud800', '<textarea>', '</', '<x', '"', '=',
]

test('any markup can be read, with valid line numbers', () => {
  const markup = fc.array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 6 })), { maxLength: 40 })
  fc.assert(
    fc.property(markup, (parts) => {
      const text = parts.join('')
      const last = text.split(/\r\n|\r|\n/).length
      for (const { line, message, id } of inspectText(text)) {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(last)
        expect(id && message).toBeTruthy()
      }
    }),
    { numRuns: 200 },
  )
})

const MANY = 10_000

test.each([
  ['elements within each other', '<div data-ms-content="members">'.repeat(MANY)],
  ['formatting within each other', '<b data-ms-content="members"><p>'.repeat(2_000)],
  ['forms within each other', '<form data-ms-form="profile">'.repeat(MANY)],
  ['elements beside each other', '<p data-ms-content="members">x</p>\n'.repeat(MANY)],
  ['attributes', `<p ${Array.from({ length: 2_000 }, (_, index) => `data-ms-x${index}`).join(' ')}>`],
  ['comments that never end', '<!--'.repeat(MANY)],
  ['tags that never end', '<p data-ms-form='.repeat(MANY)],
])('many %s are read completely', (_, text) => expect(inspectText(text)).toBeInstanceOf(Array))

test('deep elements keep their line and ancestors', () => {
  const text = `<form data-ms-form="profile"><button>Save</button>\n${'<div>\n'.repeat(3_000)}<input data-ms-member="nobody-knows">`
  expect(inspectText(text).filter(({ severity }) => severity !== 'found')).toEqual([
    expect.objectContaining({ id: 'unknown-field-key', line: 3_002 }),
  ])
})

test.each(['\r\n', '\r', '\n'])('a line that ends with %j counts once, also after an ampersand', (end) => {
  expect(inspectText(`&${end}<div data-ms-content="members">`)).toMatchObject([{ line: 2 }])
})
