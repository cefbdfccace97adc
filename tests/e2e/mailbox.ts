import { waitUntil } from '../support/wait-until'

/**
 * The code in the newest mail, alone on its line.
 * @param api origin of the API
 * @param mails sent to this email address: a second one voids the first code
 */
export async function codeFromMailbox(api: string, to: string, mails = 1): Promise<string> {
  let code: string | undefined
  await waitUntil(`a mail with a code reaches ${to}`, async () => {
    const answer = await fetch(`${api}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
    const { data }: { data: { text: string }[] } = await answer.json()
    code = data[mails - 1] && data[0]?.text.match(/^\d{6}$/m)?.[0]
    return code !== undefined
  })
  return code ?? ''
}

/**
 * The newest mailed link to one of our pages. Other mails, such as a receipt, may be newer.
 * @param api origin of the API
 * @param path of the page, e.g. `/account/verify-email`
 */
export async function linkFromMailbox(api: string, to: string, path: string): Promise<string> {
  let link: string | undefined
  await waitUntil(`a mail with a link to ${path} reaches ${to}`, async () => {
    const answer = await fetch(`${api}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
    const { data }: { data: { text: string }[] } = await answer.json()
    link = data.flatMap(({ text }) => text.split(/\s+/)).find((word) => word.startsWith(api + path))
    return link !== undefined
  })
  return link ?? ''
}

/** Opens the emailed link and enters the password, without a browser. */
export async function verifyEmail(api: string, email: string, password: string): Promise<void> {
  const link = new URL(await linkFromMailbox(api, email, '/account/verify-email'))
  const answer = await fetch(link.origin + link.pathname, {
    method: 'POST',
    headers: { Origin: api },
    body: new URLSearchParams({ token: link.searchParams.get('token') ?? '', password, action: 'verify' }),
  })
  if (!answer.ok) throw new Error(`The verification of ${email} answered ${answer.status}.`)
}

interface ReadMail {
  subject: string
  text: string
  replyTo?: string
}

/** All mails to an email address, newest first. */
export async function mailsTo(api: string, to: string): Promise<ReadMail[]> {
  const answer = await fetch(`${api}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  const { data }: { data: ReadMail[] } = await answer.json()
  return data
}
