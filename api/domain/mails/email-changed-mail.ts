import { EMAIL_CHANGE_UNDO_HOURS } from '../../../contract/limits'
import type { PublicUrls } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: 'The email address of your {app} account was changed',
  intro: 'Your {app} account has another email address from now on. Mails about it go there and not here any more.',
  stranger: 'If that was you, you need not do anything. If it was not, you can take it back within {hours} hours:',
  link: 'This was not me',
}

/**
 * Tells the old address. It does not name the new one, which is nobody's business here.
 *
 * @param undo.token of the link that takes the change back; null for an address that was never verified, whose reader
 * may be anybody
 */
export function emailChangedMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string | null },
): MailContent {
  const text = mailTexts(app, 'email-changed', texts, { hours: EMAIL_CHANGE_UNDO_HOURS })
  const undo =
    token === null
      ? []
      : [
          { paragraph: text('stranger') },
          { label: text('link'), link: `${urls.api}/account/email-changed?token=${token}` },
        ]
  return mailContent(text('subject'), [{ paragraph: text('intro') }, ...undo])
}
