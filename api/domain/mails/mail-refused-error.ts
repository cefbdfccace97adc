/**
 * The next hop will never take this mail: the address does not exist, for one. Trying again and again would only harm the
 * sender's name. The message says why, without an address and without content.
 */
export class MailRefusedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailRefusedError'
  }
}
