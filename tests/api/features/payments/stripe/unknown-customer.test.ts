import { expect, it } from 'vitest'
import { UnknownCustomerError } from '../../../../../api/features/payments/provider'
import { openStripe } from './open-stripe'

const ann = { id: 'mem_ann', email: 'ann@example.com' }

it('reports a checkout for an unknown customer as such', async () => {
  const { begin, customerId, memory } = await openStripe()
  memory.things.delete(customerId)
  await expect(begin()).rejects.toBeInstanceOf(UnknownCustomerError)
  await expect(begin({ purchaseId: 'pur_2', customerId: 'cus_of_another_account' })).rejects.toBeInstanceOf(
    UnknownCustomerError,
  )
})

it('creates the same purchase for another customer, although Stripe stored the refusal', async () => {
  const { begin, customerId, memory, payments } = await openStripe()
  memory.things.delete(customerId)
  await expect(begin()).rejects.toBeInstanceOf(UnknownCustomerError)
  const another = await payments.createCustomer(ann, customerId)
  const { sessionId } = await begin({ customerId: another })
  expect(memory.find('checkout.session', sessionId).customer).toBe(another)
})

it('replaces a lost customer with a new one, one for each lost one', async () => {
  const { customerId, memory, payments } = await openStripe()
  memory.things.delete(customerId)
  // Stripe would repeat its stored response to the first call.
  expect(await payments.createCustomer(ann)).toBe(customerId)
  const second = await payments.createCustomer(ann, customerId)
  expect(await payments.createCustomer(ann, customerId)).toBe(second)
  memory.things.delete(second)
  const third = await payments.createCustomer(ann, second)
  expect(new Set([customerId, second, third]).size).toBe(3)
  expect(memory.all('customer').map(({ id }) => id)).toEqual([third])
})
