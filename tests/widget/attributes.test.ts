// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { attributes, withAttribute } from '../../widget/attributes'

test('selects by presence, by exact value, and by names with a colon', () => {
  document.body.innerHTML = '<p data-ms-content="members"></p><form data-ms-plan:add="pln_free"></form>'
  expect(document.querySelectorAll(withAttribute(attributes.content))).toHaveLength(1)
  expect(document.querySelectorAll(withAttribute(attributes.content, 'members'))).toHaveLength(1)
  expect(document.querySelectorAll(withAttribute(attributes.content, 'member'))).toHaveLength(0)
  expect(document.querySelectorAll(withAttribute(attributes.planAdd))).toHaveLength(1)
})

test('a value cannot break out of the selector', () => {
  expect(withAttribute(attributes.content, 'a"],*[b="')).toBe(String.raw`[data-ms-content="a\"],*[b=\""]`)
})

test('names every attribute once', () => {
  const names = Object.values(attributes)
  expect(new Set(names).size).toBe(names.length)
})
