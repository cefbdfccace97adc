import type { Memory } from './memory'
import { number, text, texts } from './read-form'
import type { Form } from './read-form'
import { invalid } from './refusal'
import type { Charge, Dispute, Refund } from './things'

export function createRefund(memory: Memory, form: Form): Refund {
  const payment = text(form, 'payment_intent') ?? ''
  const charge = chargeOf(memory, payment)
  if (charge.refunded) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
  if (charge.disputed && isCharging(memory, charge))
    throw invalid('This charge is disputed.', { code: 'charge_disputed' })
  const left = charge.amount - charge.amount_refunded
  const amount = text(form, 'amount') === null ? left : number(form, 'amount')
  if (amount > left) throw invalid('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  memory.emit('charge.refunded', charge)
  const refund = memory.add<Refund>({
    id: memory.newId('re'),
    object: 'refund',
    created: memory.now(),
    currency: charge.currency,
    payment_intent: payment,
    charge: charge.id,
    amount,
    status: 'succeeded',
    metadata: texts(form, 'metadata'),
  })
  charge._refunds.data.push(refund)
  return refund
}

/** The bank of the customer returns the money of a refund. */
export function failRefund(memory: Memory, id: string): void {
  const refund = memory.find('refund', id)
  const charge = memory.find('charge', refund.charge)
  refund.status = 'failed'
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  for (const type of ['charge.refund.updated', 'refund.updated', 'refund.failed']) memory.emit(type, refund)
}

function chargeOf(memory: Memory, paymentId: string): Charge {
  const payment = memory.find('payment_intent', paymentId, 'payment_intent')
  if (payment.latest_charge === null) throw invalid('This PaymentIntent does not have a successful charge to refund.')
  return memory.find('charge', payment.latest_charge)
}

const isCharging = (memory: Memory, { id }: Charge): boolean =>
  memory.all('dispute').some(({ charge, status }) => charge === id && status !== 'won')

export const listRefunds = (memory: Memory, query: Form) => listOf(memory.all('refund'), query)
export const listDisputes = (memory: Memory, query: Form) => listOf(memory.all('dispute'), query)

const listOf = <T extends Refund | Dispute>(things: T[], query: Form) => ({
  object: 'list',
  data: things.filter(({ payment_intent: payment }) => payment === text(query, 'payment_intent')),
  has_more: false,
})

/** Opens or updates a dispute. */
export function dispute(memory: Memory, paymentId: string, status: Dispute['status']): Dispute {
  const charge = chargeOf(memory, paymentId)
  const known = memory.all('dispute').find((one) => one.charge === charge.id)
  if (known) {
    known.status = status
    memory.emit(status === 'won' || status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.updated', known)
    return known
  }
  charge.disputed = true
  const opened = memory.add<Dispute>({
    id: memory.newId('du'),
    object: 'dispute',
    payment_intent: paymentId,
    created: memory.now(),
    currency: charge.currency,
    amount: charge.amount,
    charge: charge.id,
    status,
    metadata: {},
  })
  memory.emit('charge.dispute.created', opened)
  return opened
}
