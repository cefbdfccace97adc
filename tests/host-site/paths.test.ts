import { describe, expect, it } from 'vitest'
import { documentTitle, routeNameAt, routeNames, routes } from '../../host-site/paths'

describe('the route table', () => {
  it('holds the routes of the product and those that its claims lead to', () => {
    expect(routeNames.map((name) => routes[name].path)).toEqual([
      '/',
      '/create-trust-tag',
      '/verify',
      '/partnership',
      '/contact',
      '/privacy',
      '/terms',
      '/profile',
      '/t',
      '/signup',
      '/login',
      '/forgot-password',
      '/checkout',
      '/transparency',
      '/availability',
      '*',
    ])
  })

  it('finds the route of a path, with a trailing slash too, and not found for all others', () => {
    expect(routeNameAt('/')).toBe('home')
    expect(routeNameAt('/login')).toBe('login')
    expect(routeNameAt('/login/')).toBe('login')
    for (const other of ['/nope', '/login/more', '/LOGIN', '*', '//']) expect(routeNameAt(other)).toBe('notFound')
  })

  it('opens the page that checks TrustTags for a path with an ID', () => {
    for (const path of ['/verify/TT-WD2024001', '/verify/TT-WD2024001/']) expect(routeNameAt(path)).toBe('verify')
    expect(routeNameAt('/verify/a/b')).toBe('notFound')
  })

  it('opens the page of public profiles for a path with the name of one', () => {
    for (const path of ['/t', '/t/', '/t/abcdefgh', '/t/abcdefgh/']) expect(routeNameAt(path)).toBe('publicProfile')
    for (const path of ['/t/a/b', '/team', '/tt/a']) expect(routeNameAt(path)).toBe('notFound')
  })

  it('names the product in every title, once', () => {
    for (const name of routeNames) expect(documentTitle(name).match(/TrustTag/g)).toHaveLength(1)
    expect(documentTitle('notFound')).toContain('Page Not Found')
  })
})
