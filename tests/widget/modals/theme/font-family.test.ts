// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { fontFamily } from '../../../../widget/modals/theme/theme'

afterEach(() => document.body.removeAttribute('style'))

test.each(['Georgia, serif', '"Open Sans", system-ui', "'Noto Sans JP', sans-serif"])('%s is a font', (wanted) => {
  expect(fontFamily(window, wanted)).toBe(wanted)
})

test.each(['url(https://evil.example/a)', 'a; } * { color: red', 'var(--x)', 'a/16px b', '\\66', '{}', undefined])(
  '%j is rejected',
  (wanted) => {
    expect(fontFamily(window, wanted)).toBeNull()
  },
)

test('a font that the browser does not support is rejected', () => {
  vi.stubGlobal('CSS', { supports: () => false })
  expect(fontFamily(window, '"unclosed')).toBeNull()
})

test('the page’s own font can be taken over', () => {
  document.body.style.fontFamily = 'Papyrus, fantasy'
  expect(fontFamily(window, 'inherit')).toBe('Papyrus, fantasy')
})
