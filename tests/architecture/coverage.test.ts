import { describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints'
import { deadDemoLinks, unlistedDemoPages, untestedEndpoints } from './coverage'
import { readTree } from './read-tree'

const files = readTree()

describe('completeness', () => {
  it('every endpoint of the contract has a scenario among the API tests', () => {
    expect(untestedEndpoints(Object.keys(endpoints), files)).toEqual([])
  })

  it('finds an endpoint without a scenario', () => {
    const test = { path: 'tests/api/a.test.ts', text: "call('login'); call('signupWithCode')" }
    expect(untestedEndpoints(['login', 'signup', 'log'], [test])).toEqual(['signup', 'log'])
  })

  it('the index of the demo pages lists every demo page', () => {
    expect(files.some(({ path }) => path === 'demo-pages/index.html')).toBe(true)
    expect(unlistedDemoPages(files)).toEqual([])
  })

  it('finds a page that is not listed', () => {
    const page = (path: string, text = '') => ({ path: `demo-pages/${path}`, text })
    const index = page('index.html', '<a href="forms/login.html">Login</a> <a href="/a.html">A</a>')
    expect(unlistedDemoPages([index, page('forms/login.html'), page('a.html'), page('forms/new.html')])).toEqual([
      'demo-pages/forms/new.html',
    ])
  })

  it('every link of a demo page has a target', () => expect(deadDemoLinks(files)).toEqual([]))

  it('finds a link without a target', () => {
    const text = '<a href="/">1</a> <a href="../b.html#x">2</a> <a href="gone.html">3</a> <a href="https://x.y/">4</a>'
    const pages = ['demo-pages/index.html', 'demo-pages/b.html'].map((path) => ({ path, text: '' }))
    expect(deadDemoLinks([...pages, { path: 'demo-pages/forms/a.html', text }])).toEqual([
      'demo-pages/forms/a.html links to gone.html',
    ])
  })
})
