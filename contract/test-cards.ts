/**
 * The cards of the test checkout (seed 001 section 9), as shown and copied. `outcome` is the result of a payment; any
 * other number is rejected.
 */
export const testCards = [
  { name: 'main', brand: 'visa', number: '4242 4242 4242 4242', outcome: 'paid' },
  { name: 'visa', brand: 'visa', number: '4000 0566 5566 5556', outcome: 'paid' },
  { name: 'mastercard', brand: 'mastercard', number: '5555 5555 5555 4444', outcome: 'paid' },
  { name: 'amex', brand: 'amex', number: '3782 822463 10005', outcome: 'paid' },
  { name: 'generic-decline', brand: 'visa', number: '4000 0000 0000 0002', outcome: 'declined' },
  { name: 'insufficient-funds', brand: 'visa', number: '4000 0000 0000 9995', outcome: 'insufficient-funds' },
] as const

export type TestCard = (typeof testCards)[number]
