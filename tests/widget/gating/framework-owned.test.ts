// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isFrameworkOwned } from '../../../widget/gating/framework-owned'

test.each([
  ['React, an element', { __reactFiber$abc: {} }],
  ['React, a root', { __reactContainer$abc: {} }],
  ['React 16, a root', { _reactRootContainer: {} }],
  ['Preact', { __k: [] }],
  ['Vue 3', { __vnode: {} }],
  ['Vue 3, a root', { __vue_app__: {} }],
  ['Vue 2', { __vue__: {} }],
  ['Angular', { __ngContext__: 1 }],
  ['Svelte', { __svelte_meta: {} }],
])('%s marks its elements and everything in them', (_name, expando) => {
  document.body.innerHTML = '<main><p></p></main><i></i>'
  Object.assign(document.querySelector('main')!, expando)
  expect(isFrameworkOwned(document.querySelector('main')!)).toBe(true)
  expect(isFrameworkOwned(document.querySelector('p')!)).toBe(true)
  expect(isFrameworkOwned(document.querySelector('i')!)).toBe(false)
})

test.each(['<div id="__next"><p></p></div>', '<div ng-version="19"><p></p></div>', '<div data-v-app><p></p></div>'])(
  'a page rendered by a server is known before its script has run: %s',
  (html) => {
    document.body.innerHTML = html
    expect(isFrameworkOwned(document.querySelector('p')!)).toBe(true)
  },
)
