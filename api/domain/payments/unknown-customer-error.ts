/** A provider does not know a customer: it was deleted there, or belongs to another account. */
export class UnknownCustomerError extends Error {
  constructor(cause?: unknown) {
    super('The payment provider does not know this customer.', { cause })
    this.name = 'UnknownCustomerError'
  }
}
