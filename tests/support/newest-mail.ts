import type { Store } from './repositories'
import { waitUntil } from './wait-until'

/**
 * The text of the newest mail to an address in the test mailbox, once there are so many.
 * @param count since the test began
 */
export async function newestMail({ mailbox }: Pick<Store, 'mailbox'>, to: string, count = 1): Promise<string> {
  await waitUntil(`${count} mails to ${to} have arrived`, async () => (await mailbox.list(to)).length >= count)
  return (await mailbox.list(to))[0]?.text ?? ''
}

/** The six digits that stand in a line of their own. */
export const codeIn = (text: string): string => /^(\d{6})$/mu.exec(text)?.[1] ?? 'no code'

/** The path and query of the link that it holds. */
export const linkIn = (text: string): string => /http:\/\/localhost:\d+(\/account\/\S+)/u.exec(text)?.[1] ?? 'no link'
