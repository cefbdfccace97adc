import { codeFromMailbox } from '../../e2e/mailbox'
import { expect, type Stage } from './dom-test'
import { done, sentence } from './shapes/auth'

/**
 * The published client sends a code without an email, so it works for the newest request of an IP address only. Tests run side by side at
 * one address: when another one asked in between, this asks again.
 * @param beforeReset gets each code before it is used
 */
export async function resetPassword(
  stage: Stage,
  newPassword: string,
  beforeReset: (token: string) => Promise<void> = async () => {},
): Promise<void> {
  const { email } = stage
  let mails = 0
  await expect(async () => {
    mails += 1
    await stage.ask(sentence, 'sendMemberResetPasswordEmail', { email })
    const token = await codeFromMailbox(stage.urls.api, email, mails)
    await beforeReset(token)
    await stage.ask(done, 'resetMemberPassword', { token, newPassword })
  }).toPass({ timeout: 20_000 })
}
