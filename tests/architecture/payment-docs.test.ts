import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { STRIPE_EVENTS } from '../../api/features/payments/stripe/webhook'
import { testCards } from '../../contract/test-cards'
import { projectRoot } from '../support/run-process'

const said = { paid: /^is paid/, declined: /^is declined$/, 'insufficient-funds': /insufficient funds/ } as const

it('the documentation lists exactly the cards of the test checkout with their results', () => {
  const markdown = readFileSync(join(projectRoot, 'docs/payments.md'), 'utf8')
  const rows = [...markdown.matchAll(/^\| `([\d ]{15,})` +\| (.+?) +\|$/gmu)]
  expect(rows.map(([, number]) => number)).toEqual(testCards.map(({ number }) => number))
  for (const [at, { outcome, number }] of testCards.entries()) expect(rows[at]?.[2], number).toMatch(said[outcome])
})

it('the documentation names exactly the Stripe events that are handled', () => {
  const markdown = readFileSync(join(projectRoot, 'docs/self-hosting.md'), 'utf8')
  const named = [...markdown.matchAll(/`((?:checkout|customer|invoice|charge|refund)\.[\w.]+)`/gu)].map(
    ([, event]) => event,
  )
  expect(named).toEqual(STRIPE_EVENTS)
})
