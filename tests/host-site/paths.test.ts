import { describe, expect, it } from 'vitest'
import { documentTitle, routeNameAt, routeNames, routes } from '../../host-site/paths'

describe('the route table', () => {
  it('contains the specified routes and those that its claims link to', () => {
    expect(routeNames.map((name) => routes[name].path)).toEqual([
      '/',
      '/create-trust-tag',
      '/skills',
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

  it('finds the route of a path, with or without a trailing slash, and not-found for all others', () => {
    expect(routeNameAt('/')).toBe('home')
    expect(routeNameAt('/login')).toBe('login')
    expect(routeNameAt('/login/')).toBe('login')
    for (const other of ['/nope', '/login/more', '/LOGIN', '*', '//']) expect(routeNameAt(other)).toBe('notFound')
  })

  it('opens the verify page for a path with an ID', () => {
    for (const path of ['/verify/TT-WD2024001', '/verify/TT-WD2024001/']) expect(routeNameAt(path)).toBe('verify')
    expect(routeNameAt('/verify/a/b')).toBe('notFound')
  })

  it('opens the public profile page for a path with a slug', () => {
    for (const path of ['/t', '/t/', '/t/abcdefgh', '/t/abcdefgh/']) expect(routeNameAt(path)).toBe('publicProfile')
    for (const path of ['/t/a/b', '/team', '/tt/a']) expect(routeNameAt(path)).toBe('notFound')
  })

  it('opens the page of skills for a path with a name', () => {
    for (const path of ['/skills', '/skills/cook', '/skills/cook/', '/skills/unknown'])
      expect(routeNameAt(path)).toBe('skills')
    expect(routeNameAt('/skills/a/b')).toBe('notFound')
  })

  it('has the product’s name once in every title', () => {
    for (const name of routeNames) expect(documentTitle(name).match(/TrustTag/g)).toHaveLength(1)
    expect(documentTitle('notFound')).toContain('Page Not Found')
  })
})
