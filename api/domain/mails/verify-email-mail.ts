import { VERIFICATION_LINK_LIFETIME_HOURS } from '../../../contract/limits'
import type { PublicUrls } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: 'Verify your email address for {app}',
  intro: 'This address was given for an account at {app}. Please verify that it is yours:',
  link: 'Verify email address',
  lifetime: 'The link works for {hours} hours.',
  stranger: 'If you have no account at {app}, open the link too and choose "This was not me".',
}

/** The link to the page that asks; opening it alone verifies nothing. */
export function verifyEmailMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string },
): MailContent {
  const text = mailTexts(app, 'verify-email', texts, { hours: VERIFICATION_LINK_LIFETIME_HOURS })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: `${urls.api}/account/verify-email?token=${token}` },
    { paragraph: text('lifetime') },
    { paragraph: text('stranger') },
  ])
}
