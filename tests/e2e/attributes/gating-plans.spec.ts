import { becomeBuyer, playInPortal } from '../checkout'
import { test } from '../product-test'
import { storeSession } from '../store-session'
import { expectNeither, expectSide, openAsVisitor } from '../watch-gates'

const path = '/gating/plans.html'
const values = ['paid-plans', 'free-plans', 'no-plans', 'is-trialing', 'has-failed-payment']

test('data-ms-content with a value about plans: a visitor sees every negation except that of has-failed-payment', async ({
  page,
  urls,
}) => {
  await openAsVisitor(page, urls.demo + path)
  for (const value of values.slice(0, -1)) await expectSide(page, value, 'opposite')
  await expectNeither(page, 'has-failed-payment')
})

test('data-ms-content="paid-plans": shown with a paid plan, hidden after its cancellation', async ({
  page,
  urls,
  email,
}) => {
  await becomeBuyer(page, urls, email, 'prc_pro-monthly')
  await openAsVisitor(page, urls.demo + path)
  await expectSide(page, 'paid-plans', 'value')
  for (const value of values.slice(1)) await expectSide(page, value, 'opposite')
  await playInPortal(page, urls, 'Cancel now')
  await page.goto(urls.demo + path)
  await expectSide(page, 'paid-plans', 'opposite')
  await expectSide(page, 'no-plans', 'value')
})

test('data-ms-content="free-plans": shown with a free plan', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email, { plans: [{ planId: 'pln_free' }] })
  await openAsVisitor(page, urls.demo + path)
  await expectSide(page, 'free-plans', 'value')
  for (const value of ['paid-plans', 'no-plans']) await expectSide(page, value, 'opposite')
})

test('data-ms-content="no-plans": shown to a member without a plan', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await openAsVisitor(page, urls.demo + path)
  await expectSide(page, 'no-plans', 'value')
  for (const value of ['paid-plans', 'free-plans']) await expectSide(page, value, 'opposite')
})

test('data-ms-content="is-trialing": shown during a trial, hidden once it becomes a paid plan', async ({
  page,
  urls,
  email,
}) => {
  await becomeBuyer(page, urls, email, 'prc_trial-monthly')
  await openAsVisitor(page, urls.demo + path)
  for (const value of ['is-trialing', 'paid-plans']) await expectSide(page, value, 'value')
  await playInPortal(page, urls, 'End the trial')
  await page.goto(urls.demo + path)
  await expectSide(page, 'is-trialing', 'opposite')
  await expectSide(page, 'paid-plans', 'value')
})

test('data-ms-content="has-failed-payment": shown while a payment is overdue, hidden once it is paid', async ({
  page,
  urls,
  email,
}) => {
  await becomeBuyer(page, urls, email, 'prc_pro-monthly')
  await playInPortal(page, urls, 'Fail the next payment')
  await openAsVisitor(page, urls.demo + path)
  await expectSide(page, 'has-failed-payment', 'value')
  await expectSide(page, 'paid-plans', 'opposite')
  await expectSide(page, 'no-plans', 'value')
  await playInPortal(page, urls, 'Pay now')
  await page.goto(urls.demo + path)
  await expectSide(page, 'has-failed-payment', 'opposite')
  await expectSide(page, 'paid-plans', 'value')
})
