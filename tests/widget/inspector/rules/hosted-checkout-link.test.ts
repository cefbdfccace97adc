// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { hostedCheckoutLink as rule } from '../../../../widget/inspector/rules/plans-and-prices'
import { check, pageOf } from './check-html'

const link = (id: string, path: string) => `<a id="${id}" href="https://checkout.memberstack.com/${path}">Buy</a>`

test('links to the checkout of Memberstack are found, unless they name a price or plan of the app', () => {
  const body = [
    link('none', ''),
    link('other', 'pln_gold'),
    link('price', 'prc_pro-monthly'),
    link('plan', 'pln_pro?successUrl=%2F'),
    link('query', 'pay?price=prc_pro-monthly'),
    '<a id="elsewhere" href="https://example.com/pln_gold">Buy</a><a id="plain">Buy</a>',
  ]
  expect(check(rule, body.join(''))).toEqual(['none', 'other'])
})

test('the message names the ID, and the nearest one of the app', () => {
  const messages = [...rule.check(pageOf(link('a', '') + link('b', 'prc_pro-montly')))].map((one) => one?.message)
  expect(messages).toEqual([
    'People buy at Memberstack, not in this app. It names no price.',
    'People buy at Memberstack, not in this app. This app has no "prc_pro-montly". Did you mean "prc_pro-monthly"?',
  ])
})
