import { test } from '../product-test'
import { expectSide, openAsMember, openAsVisitor, paidConnection } from '../watch-gates'

const path = '/gating/plans.html'
const free = paidConnection({ planId: 'pln_free', planName: 'Free', type: 'FREE', payment: null })
const unpaid = paidConnection({ active: false, status: 'REQUIRES_PAYMENT' })

test('data-ms-content with a value about plans: every opposite is true of a visitor', async ({ page, urls }) => {
  await openAsVisitor(page, urls.demo + path)
  for (const value of ['paid-plans', 'free-plans', 'no-plans', 'is-trialing', 'has-failed-payment'])
    await expectSide(page, value, 'opposite')
})

test('data-ms-content="paid-plans": shows with a plan that costs money', async ({ page, urls, email }) => {
  await openAsMember(page, urls, path, email, { planConnections: [paidConnection()] })
  await expectSide(page, 'paid-plans', 'value')
  for (const value of ['free-plans', 'no-plans', 'is-trialing', 'has-failed-payment'])
    await expectSide(page, value, 'opposite')
})

test('data-ms-content="free-plans": shows with a free plan', async ({ page, urls, email }) => {
  await openAsMember(page, urls, path, email, { planConnections: [free] })
  await expectSide(page, 'free-plans', 'value')
  for (const value of ['paid-plans', 'no-plans']) await expectSide(page, value, 'opposite')
})

test('data-ms-content="no-plans": shows for a member without a plan', async ({ page, urls, email }) => {
  await openAsMember(page, urls, path, email)
  await expectSide(page, 'no-plans', 'value')
  for (const value of ['paid-plans', 'free-plans']) await expectSide(page, value, 'opposite')
})

test('data-ms-content="is-trialing": shows during a trial', async ({ page, urls, email }) => {
  await openAsMember(page, urls, path, email, { planConnections: [paidConnection({ status: 'TRIALING' }), free] })
  for (const value of ['is-trialing', 'paid-plans', 'free-plans']) await expectSide(page, value, 'value')
})

test('data-ms-content="has-failed-payment": shows when a plan waits for money', async ({ page, urls, email }) => {
  await openAsMember(page, urls, path, email, { planConnections: [unpaid] })
  await expectSide(page, 'has-failed-payment', 'value')
  await expectSide(page, 'paid-plans', 'opposite')
  await expectSide(page, 'no-plans', 'value')
})
