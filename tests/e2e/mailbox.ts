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
