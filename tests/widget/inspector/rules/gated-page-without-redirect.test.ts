// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import type { ContentGroup } from '../../../../contract/entities'
import { gatedPageWithoutRedirect as rule } from '../../../../widget/inspector/rules/redirects'
import { aGroup } from '../../../support/a-group'
import { check } from './check-html'
import { demoApp } from './demo-app'

afterEach(() => {
  document.body.removeAttribute('data-ms-content')
  document.documentElement.removeAttribute('data-ms-content')
})

describe('a page that hides all of itself', () => {
  test.each(['members', 'pln_pro', 'pro-area'])('main, for those with %s', (value) => {
    expect(check(rule, `<nav></nav><main id="a" data-ms-content="${value}"></main>`)).toEqual(['a'])
  })

  test('body and html, whatever they contain', () => {
    document.body.id = 'body'
    document.body.dataset['msContent'] = 'members'
    document.documentElement.id = 'html'
    document.documentElement.dataset['msContent'] = 'verified'
    expect(check(rule, '<p data-ms-content="!members">Log in</p>')).toEqual(['html', 'body'])
  })

  test('is right with another part for the others', () => {
    const others = '<section data-ms-content="!members">Log in</section>'
    expect(check(rule, `<main data-ms-content="members"></main>${others}`)).toEqual([])
    expect(check(rule, `<main id="a" data-ms-content="members">${others}</main>`)).toEqual(['a'])
  })

  test('a page that no one without access can reach is right', () => {
    const body = '<main id="a" data-ms-content="pro-area"></main>'
    expect(check(rule, body, { path: '/pro.html' })).toEqual([])
    expect(check(rule, body, { path: '/open.html' })).toEqual(['a'])
  })

  test.each(['<main data-ms-content="!members"></main>', '<main data-ms-content=""></main>', '<main></main>'])(
    'visitors see %s',
    (body) => {
      expect(check(rule, body)).toEqual([])
    },
  )

  test('parts of a page may be gated', () => {
    expect(check(rule, '<main><section data-ms-content="members"></section></main>')).toEqual([])
  })
})

describe('a page whose group has no valid redirect', () => {
  const gate = (url: string, redirect: string, rest: Partial<ContentGroup> = {}): ContentGroup =>
    aGroup(url, { urls: [{ url, filter: 'EQUALS' }], redirect, ...rest })
  const found = (contentGroups: ContentGroup[], path = '/a', body = ''): number =>
    check(rule, body, { app: { ...demoApp, contentGroups }, path }).length

  test('without a redirect', () => {
    expect(found([gate('/a', '')])).toBe(1)
  })

  test('with redirects in a circle', () => {
    expect(found([gate('/a', '/b'), gate('/b', '/a')])).toBe(1)
  })

  test('with a circle for members without a plan', () => {
    const paid = { allowAllMembers: false }
    expect(found([gate('/a', '/c'), gate('/a', '/b', paid), gate('/b', '/a', paid)])).toBe(1)
  })

  test('is right with a page that shows, and elsewhere', () => {
    expect(found([gate('/a', '/b'), gate('/b', '/c')])).toBe(0)
    expect(found([gate('/a', '/b'), gate('/b', '/a')], '/open')).toBe(0)
  })

  test('is right where addresses are not gated', () => {
    expect(found([gate('/a', '')], '/a', '<script data-ms-page-gate="off"></script>')).toBe(0)
  })

  test('the finding is on head', () => {
    document.head.id = 'head'
    const app = { ...demoApp, contentGroups: [gate('/a', '')] }
    expect(check(rule, '', { app, path: '/a' })).toEqual(['head'])
  })
})
