import type { TagRow } from '../../ports/trusttag/tag-store'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: 'Your TrustTag {id} was revoked',
  intro: 'Your {app} for {skill}, {id}, was revoked. Anyone checking it sees that it no longer counts.',
  reason: 'The reason: {reason}',
  mistake: 'If you think that this is a mistake, answer this mail.',
}

/** To the holder, once it is revoked. */
export function tagRevokedMail(
  app: AppDefinition,
  { id, skill }: Pick<TagRow, 'id' | 'skill'>,
  reason: string,
): MailContent {
  const text = mailTexts(app, 'tag-revoked', texts, { id, skill, reason })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('reason') },
    { paragraph: text('mistake') },
  ])
}
