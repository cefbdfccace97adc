import { expect, test } from 'vitest'
import { logoUrl } from '../../../../widget/modals/ui/heading'

const base = 'https://page.example/folder/'

test.each([
  ['https://cdn.example/logo.svg', 'https://cdn.example/logo.svg'],
  ['http://cdn.example/logo.png', 'http://cdn.example/logo.png'],
  ['/logo.png', 'https://page.example/logo.png'],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['data:image/webp,abc', 'data:image/webp,abc'],
])('%s is a logo', (logo, url) => {
  expect(logoUrl(logo, base)).toBe(url)
})

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'DATA:IMAGE/SVG+XML;base64,AAAA',
  'data:text/html,<script>alert(1)</script>',
  'data:image/pngx,a',
  'blob:https://page.example/1',
  'file:///etc/passwd',
  'http://[',
  '',
  null,
])('%j is rejected', (logo) => {
  expect(logoUrl(logo, base)).toBeNull()
})
