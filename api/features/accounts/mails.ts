import {
  EMAIL_CHANGE_UNDO_HOURS,
  PASSWORDLESS_CODE_LIFETIME_MINUTES,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import type { AppDefinition } from '../apps/definition'
import type { EmailCodePurpose } from '../../ports/address-store'
import type { PublicUrls } from '../../ports/services'
import { mailContent, mailTexts } from '../mail/template'
import type { MailContent } from '../mail/template'

const verifyTexts = {
  subject: 'Verify your email address for {app}',
  intro: 'This address was given for an account at {app}. Please verify that it is yours:',
  link: 'Verify email address',
  lifetime: 'The link works for {hours} hours.',
  stranger: 'If you have no account at {app}, open the link too and choose "This was not me".',
}

/** Opening the link alone verifies nothing. */
export function verifyEmailMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string },
): MailContent {
  const text = mailTexts(app, 'verify-email', verifyTexts, { hours: VERIFICATION_LINK_LIFETIME_HOURS })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: `${urls.api}/account/verify-email?token=${token}` },
    { paragraph: text('lifetime') },
    { paragraph: text('stranger') },
  ])
}

const resetTexts = {
  subject: 'Your {app} password reset code',
  intro: 'Someone, hopefully you, asked for a new password for your {app} account. Your code is:',
  lifetime: 'It works once, for {minutes} minutes. You can also choose the new password here:',
  linkIntro: 'Someone, hopefully you, asked for a new password for your {app} account. You can choose it here:',
  linkLifetime:
    'The link works once, for {minutes} minutes. There have been too many requests today to mail a code, too.',
  link: 'Choose a new password',
  ignore: 'If you did not ask for this, ignore this mail: your password stays as it is. Never pass the code on.',
}

/** The six digits, and a link that does without them. @param code null: the mail has the link alone */
export function resetPasswordMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { code, token }: { code: string | null; token: string },
): MailContent {
  const text = mailTexts(app, 'reset-password', resetTexts, { minutes: RESET_CODE_LIFETIME_MINUTES })
  return mailContent(text('subject'), [
    ...(code === null
      ? [{ paragraph: text('linkIntro') }, { paragraph: text('linkLifetime') }]
      : [{ paragraph: text('intro') }, { code }, { paragraph: text('lifetime') }]),
    { label: text('link'), link: `${urls.api}/account/reset-password?token=${token}` },
    { paragraph: text('ignore') },
  ])
}

const passwordlessShared = {
  lifetime: 'It works once, for {minutes} minutes.',
  password:
    'Using it confirms this email. The password that the account has now was set before that and will be removed; you can set a new one afterwards.',
  ignore: 'If you did not ask for this, ignore this mail: nothing happens. Never pass the code on.',
}
const passwordlessTexts = {
  login: {
    subject: 'Your {app} login code',
    intro: 'Someone, hopefully you, wants to log in to your {app} account. Your code is:',
    ...passwordlessShared,
  },
  signup: {
    subject: 'Your {app} sign-up code',
    intro: 'Someone, hopefully you, wants to sign up at {app} with this address. Your code is:',
    ...passwordlessShared,
  },
}

/** A code to log in or sign up with. */
export function passwordlessMail(
  app: AppDefinition,
  purpose: EmailCodePurpose,
  { code, removesPassword }: { code: string; removesPassword: boolean },
): MailContent {
  const values = { minutes: PASSWORDLESS_CODE_LIFETIME_MINUTES }
  const text = mailTexts(app, `passwordless-${purpose}`, passwordlessTexts[purpose], values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { code },
    { paragraph: text('lifetime') },
    ...(removesPassword ? [{ paragraph: text('password') }] : []),
    { paragraph: text('ignore') },
  ])
}

const emailChangedTexts = {
  subject: 'The email address of your {app} account was changed',
  intro: 'Your {app} account has another email address from now on. Mails about it go there and not here any more.',
  stranger: 'If that was you, you need not do anything. If it was not, you can take it back within {hours} hours:',
  link: 'This was not me',
}

/**
 * Notifies the old address, without the new one.
 * @param undo.token for the link that reverts the change; null for an unverified old address, whose reader may be anyone
 */
export function emailChangedMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string | null },
): MailContent {
  const text = mailTexts(app, 'email-changed', emailChangedTexts, { hours: EMAIL_CHANGE_UNDO_HOURS })
  const undo =
    token === null
      ? []
      : [
          { paragraph: text('stranger') },
          { label: text('link'), link: `${urls.api}/account/email-changed?token=${token}` },
        ]
  return mailContent(text('subject'), [{ paragraph: text('intro') }, ...undo])
}
