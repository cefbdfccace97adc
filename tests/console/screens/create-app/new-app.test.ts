import { describe, expect, it } from 'vitest'
import { browserZone } from '../../../../console/lib/format'
import {
  colors,
  emptyApp,
  problemsOf,
  siteUrlOf,
  stepsOf,
  toInput,
} from '../../../../console/screens/create-app/new-app'

describe('a site address', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' https://www.example.com/about?a=b ', 'https://www.example.com'],
    ['http://localhost:4002/', 'http://localhost:4002'],
    ['localhost:4002', 'https://localhost:4002'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://shop.localhost', 'http://shop.localhost'],
  ])('%j is %j', (typed, url) => expect(siteUrlOf(typed)).toBe(url))

  it.each(['', 'example', 'my site.com', 'http://example.com', 'ftp://example.com', 'https://a:b@example.com'])(
    'refuses %j',
    (typed) => expect(siteUrlOf(typed)).toBeNull(),
  )
})

describe('the questions', () => {
  it('leave out the price of a free app', () => {
    expect(stepsOf({ offer: 'free' })).toEqual(['site', 'offer', 'logIn', 'look'])
    expect(stepsOf({ offer: 'both' })).toHaveLength(5)
  })

  it.each([
    ['12', 'usd', true],
    ['12,50', 'eur', true],
    ['999999.99', 'usd', true],
    ['1000000', 'usd', false],
    ['12.5', 'jpy', false],
    ['0', 'usd', false],
    ['-1', 'usd', false],
    ['', 'usd', false],
  ])('take a price of %j %s: %s', (amount, currency, isTaken) => {
    expect(problemsOf('price', { ...emptyApp, amount, currency })).toEqual(isTaken ? [] : ['amount'])
  })

  it('name each wrong field of the look', () => {
    expect(problemsOf('look', { ...emptyApp, color: 'red', logo: 'http://example.com/a.png' })).toEqual([
      'color',
      'logo',
    ])
    expect(problemsOf('look', { ...emptyApp, logo: 'https://example.com/a.png' })).toEqual([])
  })

  it('offer colors that white text can be read on', () => {
    for (const { value } of colors) expect(contrastWithWhite(value), value).toBeGreaterThan(4.5)
  })
})

describe('the input of the endpoint', () => {
  it('has the price in minor units, and no empty logo', () => {
    expect(toInput({ ...emptyApp, name: ' Acme ', siteUrl: 'acme.example', amount: '12' })).toEqual({
      name: 'Acme',
      siteUrl: 'https://acme.example',
      offer: 'both',
      logIn: 'password',
      color: '#2746c8',
      timeZone: browserZone(),
      price: { amountMinor: 1200, currency: 'usd', interval: 'MONTHLY' },
    })
  })

  it('has no price in a free app, even if one was typed', () => {
    expect(toInput({ ...emptyApp, name: 'A', siteUrl: 'a.example', offer: 'free', amount: '12' })).not.toHaveProperty(
      'price',
    )
  })
})

/** WCAG 2.2. @param color `#rrggbb` */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
