// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Directive, MountContext } from '../../../widget/directives/directive'
import { startEngine, type Engine } from '../../../widget/directives/engine'
import { expectConsole } from '../../setup/console-watch'
import { fakeClient } from '../../support/fake-client'
import { find, settle } from '../../support/mount-page'

let engine: Engine
let events: string[]

const labelled = (element: Element): string => element.id
const recording: Directive = {
  name: 'recording',
  selector: '[data-ms-form]',
  watches: ['data-ms-form'],
  mount(element, { signal }) {
    events.push(`mount ${labelled(element)}`)
    signal.addEventListener('abort', () => events.push(`abort ${labelled(element)}`))
    return () => events.push(`cleanup ${labelled(element)}`)
  },
}

const start = (html: string, directives: readonly Directive[] = [recording]): void => {
  document.body.innerHTML = html
  engine = startEngine(directives, { client: fakeClient(), document, window })
}

beforeEach(() => {
  events = []
})
afterEach(() => engine.stop())

test('mounts what is there at the start and what is added later, at any depth', async () => {
  start('<i id="a" data-ms-form="x"></i>')
  expect(events).toEqual(['mount a'])
  document.body.insertAdjacentHTML(
    'beforeend',
    '<p><b><i id="b" data-ms-form="x"></i></b></p><i id="c" data-ms-form></i>',
  )
  await settle()
  expect(events).toEqual(['mount a', 'mount b', 'mount c'])
})

test('mounts once, however the element and its parents arrive', async () => {
  start('')
  const outer = document.createElement('div')
  const inner = document.createElement('i')
  inner.id = 'a'
  document.body.append(outer)
  outer.append(inner)
  inner.setAttribute('data-ms-form', 'x')
  await settle()
  document.body.append(document.createElement('p'))
  await settle()
  expect(events).toEqual(['mount a'])
})

test('leaves an element alone that only moves', async () => {
  start('<div id="from"><i id="a" data-ms-form="x"></i></div><div id="to"></div>')
  find('#to').append(find('#a'))
  await settle()
  expect(events).toEqual(['mount a'])
})

test('remounts when a watched attribute changes, but not when it is set to the same value', async () => {
  start('<i id="a" data-ms-form="x"></i>')
  find('#a').setAttribute('data-ms-form', 'y')
  await settle()
  expect(events).toEqual(['mount a', 'abort a', 'cleanup a', 'mount a'])
  find('#a').setAttribute('data-ms-form', 'y')
  await settle()
  expect(events).toHaveLength(4)
})

test('mounts when the attribute comes and ends when it goes', async () => {
  start('<i id="a"></i>')
  find('#a').setAttribute('data-ms-form', 'x')
  await settle()
  expect(events).toEqual(['mount a'])
  find('#a').removeAttribute('data-ms-form')
  await settle()
  expect(events).toEqual(['mount a', 'abort a', 'cleanup a'])
})

test('aborts, then cleans up, when the element or something around it is removed', async () => {
  start('<div id="outer"><i id="a" data-ms-form="x"></i></div>')
  find('#outer').remove()
  await settle()
  expect(events).toEqual(['mount a', 'abort a', 'cleanup a'])
})

test('mounts again when a removed element returns', async () => {
  start('<i id="a" data-ms-form="x"></i>')
  const element = find('#a')
  element.remove()
  await settle()
  document.body.append(element)
  await settle()
  expect(events).toEqual(['mount a', 'abort a', 'cleanup a', 'mount a'])
})

test('reports a directive that throws, with its name, and stops no other', () => {
  expectConsole('error', /Directive "broken" failed:.*does not work/s)
  const broken: Directive = {
    name: 'broken',
    selector: '[data-ms-form]',
    watches: ['data-ms-form'],
    mount: () => {
      throw new Error('does not work')
    },
  }
  start('<i id="a" data-ms-form="x"></i><i id="b" data-ms-form="x"></i>', [broken, recording])
  expect(events).toEqual(['mount a', 'mount b'])
})

test('reports a cleanup that throws and runs the others', () => {
  expectConsole('error', /Directive "untidy" failed:/)
  const untidy: Directive = {
    name: 'untidy',
    selector: '[data-ms-form]',
    watches: ['data-ms-form'],
    mount: () => () => {
      throw new Error('cannot')
    },
  }
  start('<i id="a" data-ms-form="x"></i>', [untidy, recording])
  engine.stop()
  expect(events).toEqual(['mount a', 'abort a', 'cleanup a'])
})

test('leaves nothing mounted when it stops, and mounts nothing afterwards', async () => {
  const click = vi.fn()
  const listening: Directive = {
    name: 'listening',
    selector: '[data-ms-form]',
    watches: ['data-ms-form'],
    mount: (element: HTMLElement, { signal }: MountContext) => element.addEventListener('click', click, { signal }),
  }
  start('<i id="a" data-ms-form="x"></i>', [listening, recording])
  engine.stop()
  find('#a').click()
  document.body.insertAdjacentHTML('beforeend', '<i id="b" data-ms-form="x"></i>')
  await settle()
  expect(click).not.toHaveBeenCalled()
  expect(events).toEqual(['mount a', 'abort a', 'cleanup a'])
})

test('flush mounts what has been added and not yet been reported', () => {
  start('')
  document.body.insertAdjacentHTML('beforeend', '<i id="a" data-ms-form="x"></i>')
  engine.flush()
  expect(events).toEqual(['mount a'])
})

test('passes over elements that are not HTML, and shadow roots', async () => {
  start('<svg data-ms-form="x"></svg><div id="host"></div>')
  find('#host').attachShadow({ mode: 'open' }).innerHTML = '<i id="a" data-ms-form="x"></i>'
  await settle()
  expect(events).toEqual([])
})

test('a form whose fields are named like properties of a node is found, left and found again like any other', async () => {
  start('')
  const form = document.createElement('form')
  form.id = 'a'
  form.innerHTML = '<p><i id="b" data-ms-form="x"></i></p>'
  document.body.append(form)
  // As browsers do for fields of these names.
  for (const name of ['nodeType', 'isConnected', 'querySelectorAll', 'matches']) {
    Object.defineProperty(form, name, { value: document.createElement('input'), configurable: true })
  }
  await settle()
  form.setAttribute('data-ms-form', 'x')
  await settle()
  expect(events).toEqual(['mount b', 'mount a'])
  document.body.replaceChildren()
  await settle()
  expect(events.slice(2).toSorted()).toEqual(['abort a', 'abort b', 'cleanup a', 'cleanup b'])
})
