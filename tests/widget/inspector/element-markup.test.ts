// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { correctedMarkup, correctedTag, markupOf, nameOf } from '../../../widget/inspector/element-markup'

function elementOf(html: string): Element {
  document.body.innerHTML = html
  const [element] = document.body.children
  if (!element) throw new Error('No element.')
  return element
}

const fix = { attribute: 'data-ms-plan:add', markup: 'data-ms-plan:add="pln_free"' }

test('the wrong attribute is marked, and attributes that may hold data of a member are left out', () => {
  const element = elementOf('<input id="a" value="secret" data-ms-plan:add="pln_fre" type="button">')
  expect(markupOf(element, 'data-ms-plan:…', fix)).toEqual({
    before: '<input id="a" ',
    wrong: 'data-ms-plan:add="pln_fre"',
    after: ' type="button" …>',
  })
  expect(correctedMarkup(element, fix)).toBe('<input id="a" data-ms-plan:add="pln_free" type="button" …>')
})

test.each([
  ['data-ms-plan:…', 'data-ms-plan:add="x"'],
  ['data-ms-plan:add', 'data-ms-plan:add="x"'],
  ['data-ms-plan:add="y"', 'data-ms-plan:add="x"'],
  ['data-ms-form', ''],
])('without a fix, the attribute of the rule %s is marked', (attribute, wrong) => {
  expect(markupOf(elementOf('<a data-ms-plan:add="x"></a>'), attribute).wrong).toBe(wrong)
})

test.each([
  [
    '<a href="/x?a=1&amp;b=2" class="button" data-ms-plan:add="pln_fre" style="color: red">Go</a>',
    '<a href="/x?a=1&amp;b=2" class="button" data-ms-plan:add="pln_free" style="color: red">',
  ],
  ['<button disabled>Go</button>', '<button disabled data-ms-plan:add="pln_free">'],
  [`<a title="${'x'.repeat(200)}">Go</a>`, `<a title="${'x'.repeat(200)}" data-ms-plan:add="pln_free">`],
  [
    '<input type="hidden" data-ms-member="email" value="ada@example.com">',
    '<input type="hidden" data-ms-member="email" data-ms-plan:add="pln_free">',
  ],
])('the whole tag after the correction: %s', (html, tag) => expect(correctedTag(elementOf(html), fix)).toBe(tag))

test('a correction to another attribute does not repeat one that is there', () => {
  const meant = { attribute: 'data-ms-modal-signup', markup: 'data-ms-modal="signup"' }
  expect(correctedTag(elementOf('<a data-ms-modal="x" data-ms-modal-signup>x</a>'), meant)).toBe(
    '<a data-ms-modal="signup">',
  )
})

test('quotes in a value stay valid markup', () => {
  expect(markupOf(elementOf('<a data-ms-form="&quot;&amp;"></a>'), 'data-ms-form').wrong).toBe(
    'data-ms-form="&quot;&amp;"',
  )
})

test.each([
  ['<p id="x" class="a">Some  text</p>', '<p id="x"> “Some text”'],
  ['<p class="a b"></p>', '<p class="a">'],
  [`<p>${'long '.repeat(20)}</p>`, `<p> “${'long '.repeat(8)}…”`],
])('%s is named %s', (html, name) => expect(nameOf(elementOf(html))).toBe(name))
