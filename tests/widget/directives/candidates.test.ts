// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { type AttributeName, withAttribute } from '../../../widget/attributes'
import { createCandidates } from '../../../widget/directives/engine'
import type { Directive } from '../../../widget/directives/directive'
import { createGate } from '../../../widget/gating/gate'
import { pageDirectives } from '../../../widget/directives/start'

const directive = (selector: string, ...watches: AttributeName[]): Directive => ({
  name: selector,
  selector,
  watches,
  mount() {},
})
const text = directive('[data-ms-member]:not(input,img)', 'data-ms-member')
const field = directive('input[data-ms-member],select[data-ms-member]', 'data-ms-member')
const style = directive(String.raw`[data-ms-bind\:style]`, 'data-ms-bind:style')
const form = directive('form[data-ms-form="login"]', 'data-ms-form')
const candidates = createCandidates([style, form, text, field])

const elementWith = (...names: string[]): Element => {
  const element = document.createElement('i')
  for (const name of names) element.setAttribute(name, '')
  return element
}

test('knows every attribute that is watched, once', () => {
  expect(candidates.attributes).toEqual(['data-ms-bind:style', 'data-ms-form', 'data-ms-member'])
})

test('are those that watch an attribute of the element, in their own order', () => {
  expect(candidates.of(elementWith('data-ms-member'))).toEqual([text, field])
  expect(candidates.of(elementWith('data-ms-member', 'class', 'data-ms-bind:style'))).toEqual([style, text, field])
  expect(candidates.of(elementWith('class'))).toEqual([])
})

test('every directive of a page watches an attribute in each of its alternatives', () => {
  const gate = createGate(document, window)
  const unwatched = pageDirectives(gate).flatMap(({ selector, watches }) =>
    selector
      .split(/,(?![^(]*\))/)
      .filter((alternative) => !watches.some((name) => alternative.includes(withAttribute(name)))),
  )
  expect(unwatched).toEqual([])
  gate.stop()
})
