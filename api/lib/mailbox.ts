/** Providers that ignore dots in the local part. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** Normalizes case, plus tags and ignored dots, to recognize a mailbox by any address. Never send to the result. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const plain = address.slice(0, at).replace(/(?<=.)\+.*$/u, '')
  const isDotless = WITHOUT_DOTS.has(domain)
  return isDotless ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
