/** Providers whose mailboxes answer to an address with and without dots. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * An address as the mailbox that it most likely leads to: letter case, what stands behind a plus sign and, where it means
 * nothing, dots are taken away. For counting people, never for sending.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const plain = address.slice(0, at).replace(/(?<=.)\+.*$/u, '')
  const isDotless = WITHOUT_DOTS.has(domain)
  return isDotless ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
