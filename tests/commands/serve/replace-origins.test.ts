import { describe, expect, it } from 'vitest'
import { replaceOrigins } from '../../../commands/serve/sites'

const urls = { site: 'https://site.example', api: 'http://localhost:4002', demo: 'http://127.0.0.1:9' }

describe('public URLs in HTML', () => {
  it.each([
    ['<script src="http://localhost:4001/membership.js">', '<script src="http://localhost:4002/membership.js">'],
    ['http://localhost:4000 http://localhost:4002/x', 'https://site.example http://127.0.0.1:9/x'],
    ['http://localhost:40011 http://localhost:5173', 'http://localhost:40011 http://localhost:5173'],
    ['nothing to do', 'nothing to do'],
  ])('%s', (html, expected) => {
    expect(replaceOrigins(html, urls)).toBe(expected)
  })

  it('inserts a URL literally, even with special replacement characters', () => {
    const odd = { ...urls, api: 'http://$&.example' }
    expect(replaceOrigins('http://localhost:4001', odd)).toBe('http://$&.example')
  })
})
