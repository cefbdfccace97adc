import { RESET_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { PublicUrls } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
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
  const text = mailTexts(app, 'reset-password', texts, { minutes: RESET_CODE_LIFETIME_MINUTES })
  return mailContent(text('subject'), [
    ...(code === null
      ? [{ paragraph: text('linkIntro') }, { paragraph: text('linkLifetime') }]
      : [{ paragraph: text('intro') }, { code }, { paragraph: text('lifetime') }]),
    { label: text('link'), link: `${urls.api}/account/reset-password?token=${token}` },
    { paragraph: text('ignore') },
  ])
}
