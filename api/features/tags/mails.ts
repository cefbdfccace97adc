import type { PublicUrls } from '../../ports/services'
import type { TagRow } from '../../ports/trusttag/tag-store'
import type { AppDefinition } from '../apps/definition'
import { verifyUrl } from './signed-tag'
import { mailContent, mailTexts } from '../mail/template'
import type { MailContent } from '../mail/template'
import type { ProofAlarm } from '../../ports/trusttag/proof-alarm'

const issuedTexts = {
  subject: 'Your {app} for {skill}: {id}',
  intro: 'You have proved it: {skill}, {score}% of the points. Your TrustTag is issued in the name of {holder}.',
  id: 'Its ID is {id}. Whoever has the ID or this link can check it:',
  private: 'Its ID is {id}. It is private: until you change that on your profile, nobody else can check it.',
  link: 'Check this TrustTag',
}

/** To the holder, once it is issued. */
export function tagIssuedMail(app: AppDefinition, urls: Pick<PublicUrls, 'site'>, tag: TagRow): MailContent {
  const { id, skill, score, holderName, visibility } = tag
  const text = mailTexts(app, 'tag-issued', issuedTexts, { id, skill, score, holder: holderName })
  const check = [{ paragraph: text('id') }, { label: text('link'), link: verifyUrl(urls, id) }]
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    ...(visibility === 'PRIVATE' ? [{ paragraph: text('private') }] : check),
  ])
}

const revokedTexts = {
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
  const text = mailTexts(app, 'tag-revoked', revokedTexts, { id, skill, reason })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('reason') },
    { paragraph: text('mistake') },
  ])
}

const alarmTexts = {
  subject: 'The database of {app} contradicts what was signed: {subject}',
  tag: 'What the database says of the TrustTag {subject} is not what was signed. What differs: {differing}. Everybody who checks it gets the signed facts.',
  list: 'The stored revocations of {subject} are not those of the public log. The list is not signed until they are put back, so no TrustTag of this list passes a check as valid.',
  next: 'Somebody or something changed the database past this service. Find out who has access to it, and put the rows back from a backup. This mail is sent once.',
}

/** To the owner of an app, once for each TrustTag or status list. */
export function proofAlarmMail(app: AppDefinition, alarm: ProofAlarm): MailContent {
  const isTag = alarm.kind === 'tag-record-differs'
  const subject = isTag ? alarm.tagId : `status list ${alarm.list} (${alarm.mode})`
  const differing = isTag ? alarm.differing.join(', ') : ''
  const text = mailTexts(app, 'proof-alarm', alarmTexts, { subject, differing })
  return mailContent(text('subject'), [{ paragraph: text(isTag ? 'tag' : 'list') }, { paragraph: text('next') }])
}
