// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ContentNode } from '../../../../contract/entities'
import { buildNodes } from '../../../../widget/directives/content-nodes'

const element = (tag: string, attributes: Record<string, string> = {}, ...children: ContentNode[]): ContentNode => ({
  tag,
  attributes,
  children,
})
function built(...nodes: ContentNode[]): string {
  const box = document.createElement('div')
  box.append(...buildNodes(nodes, document))
  return box.innerHTML
}

test('makes texts and elements, and a text is never markup', () => {
  expect(built('<b>', element('h2', { class: 'big' }, 'Welcome, ', element('em', {}, 'friend')))).toBe(
    '&lt;b&gt;<h2 class="big">Welcome, <em>friend</em></h2>',
  )
})

test.each([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'form',
  'input',
  'textarea',
  'select',
  'link',
  'meta',
  'base',
  'svg',
  'math',
  'template',
  'noscript',
  'frameset',
  'x-element',
  'SCRIPT',
  'IMG',
  '',
])('leaves <%s> out, with all that is in it', (tag) => {
  expect(built('a', element(tag, { src: '/x', href: '/x' }, 'inside', element('b')), 'z')).toBe('az')
})

test.each([
  'onclick',
  'onerror',
  'ONCLICK',
  'style',
  'srcdoc',
  'srcset',
  'id',
  'name',
  'form',
  'formaction',
  'action',
  'data-hx-on',
  'x-data',
  'data-action',
  'xlink:href',
  'ping',
  'usemap',
  'is',
  'slot',
  'autofocus',
  'data-ms-bind:style',
  'a b',
  '"><b',
])('leaves the attribute %s out', (name) => {
  expect(built(element('a', { [name]: 'x', class: 'kept' }))).toBe('<a class="kept"></a>')
})

test('keeps what describes an element, and the attributes of the widget', () => {
  const attributes = { title: 't', lang: 'de', role: 'note', 'aria-label': 'l', 'data-ms-bind:class': 'x', hidden: '' }
  const [node] = buildNodes([element('p', attributes)], document)
  const made = node instanceof Element ? [...node.attributes].map(({ name, value }) => [name, value]) : []
  expect(Object.fromEntries(made)).toEqual(attributes)
})

test.each([
  ['a', 'href', 'https://x.example/', true],
  ['a', 'href', '/page', true],
  ['a', 'href', '#part', true],
  ['a', 'href', 'mailto:a@b.example', true],
  ['a', 'href', 'tel:+49', true],
  ['a', 'href', 'javascript:alert(1)', false],
  ['a', 'href', ' JaVa\tScript:alert(1)', false],
  ['a', 'href', 'data:text/html,x', false],
  ['a', 'href', 'vbscript:x', false],
  ['a', 'href', 'file:///etc/passwd', false],
  ['a', 'href', 'https://', false],
  ['img', 'src', '/a.png', true],
  ['img', 'src', 'mailto:a@b.example', false],
  ['img', 'src', 'data:image/svg+xml,x', false],
  ['video', 'poster', 'javascript:x', false],
  ['q', 'cite', 'javascript:x', false],
])('<%s %s="%s"> keeps its address: %s', (tag, name, address, kept) => {
  const [node] = buildNodes([element(tag, { [name]: address })], document)
  expect(node instanceof Element && node.getAttribute(name)).toBe(kept ? address : null)
})

test('a button sends no form that it is put into', () => {
  expect(built(element('button', { type: 'submit' }, 'x'))).toBe('<button type="button">x</button>')
})
