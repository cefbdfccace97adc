import type { PublicUrls } from '../../ports/services'
import type { TagRow } from '../../ports/trusttag/tag-store'
import type { AppDefinition } from '../app-definition'
import { verifyUrl } from '../tags/verify-url'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
  subject: 'Your {app} for {skill}: {id}',
  intro: 'You have proved it: {skill}, {score}% of the points. Your TrustTag is issued in the name of {holder}.',
  id: 'Its ID is {id}. Whoever has the ID or this link can check it:',
  private: 'Its ID is {id}. It is private: until you change that on your profile, nobody else can check it.',
  link: 'Check this TrustTag',
}

/** To the holder, once it is issued. */
export function tagIssuedMail(app: AppDefinition, urls: Pick<PublicUrls, 'site'>, tag: TagRow): MailContent {
  const { id, skill, score, holderName, visibility } = tag
  const text = mailTexts(app, 'tag-issued', texts, { id, skill, score, holder: holderName })
  const check = [{ paragraph: text('id') }, { label: text('link'), link: verifyUrl(urls, id) }]
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    ...(visibility === 'PRIVATE' ? [{ paragraph: text('private') }] : check),
  ])
}
