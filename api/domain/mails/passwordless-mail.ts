import { PASSWORDLESS_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { EmailCodePurpose } from '../../ports/address-store'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const shared = {
  lifetime: 'It works once, for {minutes} minutes.',
  password:
    'Using it confirms this email. The password that the account has now was set before that and will be removed; you can set a new one afterwards.',
  ignore: 'If you did not ask for this, ignore this mail: nothing happens. Never pass the code on.',
}
const texts = {
  login: {
    subject: 'Your {app} login code',
    intro: 'Someone, hopefully you, wants to log in to your {app} account. Your code is:',
    ...shared,
  },
  signup: {
    subject: 'Your {app} sign-up code',
    intro: 'Someone, hopefully you, wants to sign up at {app} with this address. Your code is:',
    ...shared,
  },
}

/** The six digits to log in or to sign up with; no link, so that nothing but the digits has to be protected. */
export function passwordlessMail(
  app: AppDefinition,
  purpose: EmailCodePurpose,
  { code, removesPassword }: { code: string; removesPassword: boolean },
): MailContent {
  const values = { minutes: PASSWORDLESS_CODE_LIFETIME_MINUTES }
  const text = mailTexts(app, `passwordless-${purpose}`, texts[purpose], values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { code },
    { paragraph: text('lifetime') },
    ...(removesPassword ? [{ paragraph: text('password') }] : []),
    { paragraph: text('ignore') },
  ])
}
