import type { Store } from './repositories'
import { waitUntil } from './wait-until'

/**
 * Waits until the test mailbox has this many mails.
 * @param count since the test began
 */
export async function newestMail({ mailbox }: Pick<Store, 'mailbox'>, to: string, count = 1): Promise<string> {
  await waitUntil(`${count} mails to ${to} have arrived`, async () => (await mailbox.list(to)).length >= count)
  return (await mailbox.list(to))[0]?.text ?? ''
}

/** The six-digit code on its own line. */
export const codeIn = (text: string): string => /^(\d{6})$/mu.exec(text)?.[1] ?? 'no code'

/** Path and query of the link in a mail. */
export const linkIn = (text: string): string =>
  /http:\/\/localhost:\d+(\/(?:account|confirm-email)\b\S+)/u.exec(text)?.[1] ?? 'no link'
