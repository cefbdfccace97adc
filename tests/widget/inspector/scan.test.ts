// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { InspectorItem } from '../../../widget/inspector/store'
import { misplacedFormAttribute as misplaced } from '../../../widget/inspector/rules/form-parts'
import type { Rule } from '../../../widget/inspector/rules/rule'
import { type PageToScan, scan } from '../../../widget/inspector/scan'
import { demoApp } from './rules/demo-app'

/** Warns of each `<u>`. */
const warning: Rule = {
  id: 'no-underlines',
  severity: 'warning',
  attribute: 'data-ms-member',
  title: 'An underline',
  own: true,
  *check(page) {
    for (const element of page.carrying('data-ms-member')) yield page.tag(element) === 'u' ? { element } : undefined
  },
}

function look(body: string, changes: Partial<PageToScan> = {}): { items: InspectorItem[]; pauses: number } {
  document.body.innerHTML = body
  return again(changes)
}

const ids = new Map<Element, number>()
const numberOf = (element: Element): number => {
  ids.set(element, ids.get(element) ?? ids.size)
  return ids.get(element) ?? 0
}

function again(changes: Partial<PageToScan> = {}): { items: InspectorItem[]; pauses: number } {
  const onProblem = vi.fn()
  const given = {
    document,
    app: demoApp,
    location: { pathname: '/', origin: 'https://shop.test' },
    rules: [warning, misplaced],
    removed: new Map(),
    numberOf,
    onProblem,
  }
  const work = scan({ ...given, ...changes })
  for (let pauses = 0; ; pauses += 1) {
    const step = work.next()
    if (step.done) return { items: step.value, pauses }
  }
}

const marked = ({ items }: { items: InspectorItem[] }): string[] =>
  items.map(({ id, elements }) => [id, ...elements.map((element) => element.id)].join(' '))

test('errors come first, then warnings, then what is found, each notice once with all its elements', () => {
  const result = look(
    `<u id="a" data-ms-member="email"></u><div id="b" data-ms-form="login"></div><b id="c" data-ms-member="email"></b>`,
  )
  expect(marked(result)).toEqual([
    'misplaced-form-attribute b',
    'no-underlines a',
    'found-login-form b',
    'found-member-data a c',
  ])
  expect(result.items[1]).toMatchObject({
    type: 'warning',
    own: true,
    attribute: 'data-ms-member',
    title: 'An underline',
  })
  expect(result.items[0]?.message).toBe('It is on a <div>.')
})

test('the same mistake has the same key on the next look, and another one another', () => {
  const first = look('<div data-ms-form="login"></div><div data-ms-form="login"></div>').items
  const second = again().items
  expect(second.map(({ key }) => key)).toEqual(first.map(({ key }) => key))
  expect(new Set(first.map(({ key }) => key)).size).toBe(first.length)
})

test('what the gate has taken off the page is looked at in its place, and listed as removed with the reason', () => {
  document.body.innerHTML = '<p id="before" data-ms-member="id"></p><i></i><p id="after" data-ms-member="id"></p>'
  const away = document.createElement('section')
  away.dataset['msContent'] = 'members'
  away.innerHTML = '<u id="inside" data-ms-member="id"></u>'
  const place = document.createComment('')
  document.querySelector('i')?.replaceWith(place)
  const { items } = again({ removed: new Map([[place, away]]) })
  expect(items[0]).toMatchObject({
    id: 'content-removed',
    message: 'Removed: only for members. <section>',
    elements: [away],
  })
  expect(marked({ items })).toContain('no-underlines inside')
  expect(marked({ items })).toContain('found-member-data before inside after')
})

test('a rule that fails is reported, and stops no other', () => {
  const onProblem = vi.fn()
  const broken: Rule = {
    ...warning,
    id: 'broken',
    check: () => {
      throw new Error('no')
    },
  }
  const result = look('<div id="a" data-ms-form="login"></div>', { rules: [broken, misplaced], onProblem })
  expect(marked(result)[0]).toBe('misplaced-form-attribute a')
  expect(onProblem).toHaveBeenCalledWith(broken, new Error('no'))
})

test('it pauses at least once for each element', () => {
  expect(look('<p></p>'.repeat(500)).pauses).toBeGreaterThanOrEqual(500)
})

test('a form whose fields have the names of its methods is still read', () => {
  const result = look(
    `<div id="a" data-ms-form="login"><form data-ms-form="login"><input name="getAttributeNames"><input name="getAttribute">
    <input name="parentElement"><input name="isConnected"></form></div>`,
  )
  expect(marked(result)).toContain('misplaced-form-attribute a')
  expect(result.items.find(({ id }) => id === 'found-login-form')?.elements).toHaveLength(2)
})
