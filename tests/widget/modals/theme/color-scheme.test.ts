// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { Branding } from '../../../../contract/entities'
import { colorScheme } from '../../../../widget/modals/theme/theme'

const branding = (theme?: Branding['theme']): Branding => ({ logo: null, colors: { lightMode: {} }, theme })

afterEach(() => {
  delete window.memberstackConfig
  document.head.replaceChildren()
  document.body.removeAttribute('style')
})

test('without a setting the visitor’s system decides', () => {
  expect(colorScheme(window, null)).toBe('light dark')
  expect(colorScheme(window, branding('auto'))).toBe('light dark')
})

test.each([
  ['dark', 'dark'],
  ['only light', 'light'],
  ['light dark', 'light dark'],
  ['normal', 'light dark'],
])('a page whose color-scheme is "%s" gets %s', (declared, expected) => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'color-scheme', content: declared })
  document.head.append(meta)
  expect(colorScheme(window, branding())).toBe(expected)
})

test('the branding forces a scheme, and the page’s configuration before it', () => {
  expect(colorScheme(window, branding('dark'))).toBe('dark')
  window.memberstackConfig = { theme: 'light' }
  expect(colorScheme(window, branding('dark'))).toBe('light')
  window.memberstackConfig = { theme: 'auto' }
  expect(colorScheme(window, branding('dark'))).toBe('light dark')
})

test('what is no scheme forces nothing', () => {
  window.memberstackConfig = JSON.parse('{ "theme": "dark; } * { display: none" }')
  expect(colorScheme(window, null)).toBe('light dark')
})
