import type { ProofAlarm } from '../../ports/trusttag/proof-alarm'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
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
  const text = mailTexts(app, 'proof-alarm', texts, { subject, differing })
  return mailContent(text('subject'), [{ paragraph: text(isTag ? 'tag' : 'list') }, { paragraph: text('next') }])
}
