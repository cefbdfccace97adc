// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { documentView, elementsOf, type Removed } from '../../../widget/inspector/document-view'

/** Detaches an element like the gate. */
function takeOff(id: string): Removed {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no #${id}`)
  const place = document.createComment('')
  element.replaceWith(place)
  return new Map([[place, element]])
}

const idsOf = (elements: Iterable<object>): string[] =>
  [...elements].flatMap((element) => (element instanceof Element && element.id ? [element.id] : []))

test('detached elements are in their original place', () => {
  document.body.innerHTML = '<p id="a"></p><div id="b"><i id="c"></i></div><p id="d"></p>'
  const removed = takeOff('b')
  const view = documentView(removed)
  const [away] = removed.values()
  if (!away) throw new Error('nothing is away')
  expect(idsOf(elementsOf(document, removed))).toEqual(['a', 'b', 'c', 'd'])
  expect(view.parent(away)).toBe(document.body)
  expect(idsOf(view.within(document.body)).toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test.each(['<form id="form"></form>', '<div><form id="form"><input name="id"></form></div>'])(
  'a field belongs to the form that it names, though the gate has taken that off the page: %s',
  (form) => {
    document.body.innerHTML = `<section id="section">${form}</section><input id="field" form="form">`
    const field = document.getElementById('field')
    const named = document.getElementById('form')
    if (!field) throw new Error('no field')
    expect(documentView(takeOff('section')).formOf(field)).toBe(named)
  },
)

test('a field that names no form belongs to the one around it', () => {
  document.body.innerHTML = '<form id="form"><p><input id="field" form="nothing"></p></form><p id="out"></p>'
  const view = documentView(new Map())
  const [field, form, out] = ['field', 'form', 'out'].map((id) => document.getElementById(id))
  if (!field || !out) throw new Error('no field')
  expect(view.formOf(field)).toBe(form)
  expect(view.formOf(out)).toBeNull()
})
