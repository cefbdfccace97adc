import { expect, it } from 'vitest'
import { UnknownCustomerError } from '../../../../../api/features/payments/provider'
import { openStripe } from './open-stripe'

const ann = { id: 'mem_ann', email: 'ann@example.com' }

it('a checkout for a customer that Stripe does not know is refused by that name', async () => {
  const { begin, customerId, memory } = await openStripe()
  memory.things.delete(customerId)
  await expect(begin()).rejects.toBeInstanceOf(UnknownCustomerError)
  await expect(begin({ purchaseId: 'pur_2', customerId: 'cus_of_another_account' })).rejects.toBeInstanceOf(
    UnknownCustomerError,
  )
})

it('the same purchase is then opened for another customer, though Stripe remembers that it refused', async () => {
  const { begin, customerId, memory, payments } = await openStripe()
  memory.things.delete(customerId)
  await expect(begin()).rejects.toBeInstanceOf(UnknownCustomerError)
  const another = await payments.createCustomer(ann, customerId)
  const { sessionId } = await begin({ customerId: another })
  expect(memory.find('checkout.session', sessionId).customer).toBe(another)
})

it('a customer in the place of a lost one is another one, and one for each that is lost', async () => {
  const { customerId, memory, payments } = await openStripe()
  memory.things.delete(customerId)
  // What Stripe remembers of the first one would be answered again.
  expect(await payments.createCustomer(ann)).toBe(customerId)
  const second = await payments.createCustomer(ann, customerId)
  expect(await payments.createCustomer(ann, customerId)).toBe(second)
  memory.things.delete(second)
  const third = await payments.createCustomer(ann, second)
  expect(new Set([customerId, second, third]).size).toBe(3)
  expect(memory.all('customer').map(({ id }) => id)).toEqual([third])
})
