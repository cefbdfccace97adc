import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { bandText, reviewText, WORKPLACE_BASICS } from '../../../contract/tag-texts'
import { scoreBand } from '../../../contract/score-band'
import type { PublicUrls } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import type { ProofAlarm } from '../credentials/status-list'
import { mailContent, textsOfMail } from '../mail/outbox'
import type { MailContent } from '../mail/outbox'
import { mailTexts } from './mail-texts'
import type { TagRow } from './repository'
import { verifyUrl } from './signed-tag'

/** To the holder, once it is issued. */
export function tagIssuedMail(app: AppDefinition, urls: Pick<PublicUrls, 'site'>, tag: TagRow): MailContent {
  const { id, skill, score, holderName, visibility, sets, isReviewed } = tag
  const questions = sets * ASSESSMENT_QUESTIONS
  const text = textsOfMail(app, 'tag-issued', mailTexts['tag-issued'], {
    id,
    skill,
    score,
    questions,
    band: bandText({ band: scoreBand({ score, questions }) }),
    holder: holderName,
    review: reviewText(isReviewed),
  })
  const check = [{ paragraph: text('id') }, { label: text('link'), link: verifyUrl(urls, id) }]
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    ...(visibility === 'PRIVATE' ? [{ paragraph: text('private') }] : check),
  ])
}

/** To the holder, once it is revoked. */
export function tagRevokedMail(
  app: AppDefinition,
  { id, skill }: Pick<TagRow, 'id' | 'skill'>,
  reason: string,
): MailContent {
  const text = textsOfMail(app, 'tag-revoked', mailTexts['tag-revoked'], { id, skill, reason })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('reason') },
    { paragraph: text('mistake') },
  ])
}

/** To the holder of a TrustTag that is issued again under the same ID. */
export function tagReissuedMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'site'>,
  { id, skill }: Pick<TagRow, 'id' | 'skill'>,
): MailContent {
  const text = textsOfMail(app, 'tag-reissued', mailTexts['tag-reissued'], { id, skill, claim: WORKPLACE_BASICS })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('files') },
    { label: text('link'), link: verifyUrl(urls, id) },
  ])
}

/** To the owner of an app, once for each TrustTag, status list or foreign origin of the log. */
export function proofAlarmMail(app: AppDefinition, alarm: ProofAlarm): MailContent {
  if (alarm.kind === 'log-origin-differs') {
    const text = textsOfMail(app, 'log-origin-alarm', mailTexts['log-origin-alarm'], { origin: alarm.origin })
    return mailContent(text('subject'), [{ paragraph: text('what') }, { paragraph: text('next') }])
  }
  const isTag = alarm.kind === 'tag-record-differs'
  const subject = isTag ? alarm.tagId : `status list ${alarm.list} (${alarm.mode})`
  const differing = isTag ? alarm.differing.join(', ') : ''
  const text = textsOfMail(app, 'proof-alarm', mailTexts['proof-alarm'], { subject, differing })
  return mailContent(text('subject'), [{ paragraph: text(isTag ? 'tag' : 'list') }, { paragraph: text('next') }])
}
