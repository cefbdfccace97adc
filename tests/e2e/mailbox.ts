import { waitUntil } from '../support/wait-until'

/**
 * The code of the newest mail to an address, as a person finds it in the test mailbox: alone on its line.
 * @param api origin of the API
 * @param mails how many have been sent to this address: a second one voids the code of the first
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
 * The link of the newest mail to an address that leads to one of our own pages.
 * @param api origin of the API
 * @param path of the page, e.g. `/account/verify-email`
 */
export async function linkFromMailbox(api: string, to: string, path: string): Promise<string> {
  let link: string | undefined
  await waitUntil(`a mail with a link to ${path} reaches ${to}`, async () => {
    const answer = await fetch(`${api}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
    const { data }: { data: { text: string }[] } = await answer.json()
    link = data[0]?.text.split(/\s+/).find((word) => word.startsWith(api + path))
    return link !== undefined
  })
  return link ?? ''
}

interface ReadMail {
  subject: string
  text: string
  replyTo?: string
}

/** Every mail that has come to an address so far, newest first. */
export async function mailsTo(api: string, to: string): Promise<ReadMail[]> {
  const answer = await fetch(`${api}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  const { data }: { data: ReadMail[] } = await answer.json()
  return data
}
