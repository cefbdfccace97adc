import { expect, test } from 'vitest'
import { rootDomain } from '../../../widget/lib/urls'

test.each([
  ['example.com', 'example.com'],
  ['www.example.com', 'example.com'],
  ['WWW.Example.COM', 'example.com'],
  ['a.b.example.com', 'example.com'],
  ['www.example.co.uk', 'example.co.uk'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
])('%s has the root domain %s', (hostname, root) => {
  expect(rootDomain(hostname)).toBe(root)
})
