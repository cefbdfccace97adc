// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { unclobbered } from '../../../widget/lib/dom'

test('reads past properties that clobber a node’s own', () => {
  const form = document.createElement('form')
  form.append(document.createElement('input'))
  for (const name of ['matches', 'elements', 'setAttribute'])
    Object.defineProperty(form, name, { value: 'shadow', configurable: true })
  const own = unclobbered(form)
  own.setAttribute('id', 'a')
  expect([own.matches('#a'), own.elements.length, own.localName]).toEqual([true, 1, 'form'])
})
