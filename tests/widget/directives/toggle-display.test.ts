// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { toggleDisplay } from '../../../widget/directives/toggle-display'

afterEach(() => {
  document.adoptedStyleSheets = []
  document.body.replaceChildren()
})

function open(markup: string, rules = '') {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [sheet]
  document.body.innerHTML = markup
  const [element] = document.body.children
  if (!(element instanceof HTMLElement)) throw new Error('no element')
  return { element, toggle: toggleDisplay(element), display: () => getComputedStyle(element).display }
}

test.each([
  ['inline', '<p style="color: red; display: none">x</p>', ''],
  ['by a class', '<p class="off">x</p>', '.off{display:none}'],
  ['by an important rule', '<p class="off">x</p>', '.off{display:none !important}'],
  ['by the attribute', '<p hidden="until-found">x</p>', ''],
  ['by our own rule', '<p data-ms-loader="">x</p>', ':where([data-ms-loader]){display:none}'],
  ['not at all', '<p>x</p>', ''],
])('an element that its author hid %s can be shown and hidden, and is left as it was', (_how, markup, rules) => {
  const { element, toggle, display } = open(markup, rules)
  toggle.show()
  expect(display()).not.toBe('none')
  expect(element.hasAttribute('hidden')).toBe(false)
  toggle.hide()
  expect(display()).toBe('none')
  toggle.show()
  expect(display()).not.toBe('none')
  toggle.restore()
  expect(element.getAttribute('hidden')).toBe(markup.includes('hidden') ? 'until-found' : null)
  expect(element.style.display).toBe(markup.includes('display') ? 'none' : '')
  expect(element.style.color).toBe(markup.includes('color') ? 'red' : '')
})

test('an element that its author lays out as a row is shown as a row', () => {
  const { toggle, display } = open('<p class="row">x</p>', '.row{display:flex}')
  toggle.hide()
  expect(display()).toBe('none')
  toggle.show()
  expect(display()).toBe('flex')
})

test('what a gate hides is not shown', () => {
  const { toggle, display } = open('<p data-ms-content="members">x</p>', '[data-ms-content]{display:none !important}')
  toggle.show()
  expect(display()).toBe('none')
})

test('a form whose field is named style is no exception', () => {
  const { element, toggle } = open('<form></form>')
  const { style } = element
  Object.defineProperty(element, 'style', { value: document.createElement('input'), configurable: true })
  toggle.hide()
  expect(style.display).toBe('none')
})
