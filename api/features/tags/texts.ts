import { ASSESSMENT_PASS_MARK_PERCENT } from '../../../contract/limits'
import { bandText, nameText, reviewText } from '../../../contract/tag-texts'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { dayText, textLabels } from '../../../contract/tag-files/text-certificate'
import { shownTopics, topicLevel } from '../../../contract/topic-level'
import { pageTexts } from '../../http/page-texts'

export { dayText }

export const tagSentences = {
  valid: 'Valid',
  revoked: 'Revoked. It is no longer valid.',
  expired: 'Expired. It is no longer valid.',
  test: 'TEST MODE: issued for testing. It proves nothing.',
  sample: 'SAMPLE: not earned by a real person.',
  general: 'Tested with general workplace questions on safety and quality. None are specific to one trade.',
  secured: 'Verified & Blockchain Secured: recorded in a public, append-only log.',
  /** In place of `secured` for a TrustTag that is not valid. */
  recorded: 'Recorded in a public, append-only log.',
  whatItIs: 'A TrustTag is the result of an unproctored knowledge test. It is not a license or a trade certification.',
} as const

/** Certificates, portfolios, badges and share images. */
export const { text: tagText } = pageTexts({
  likely: '{band}, from {count} questions',
  certificate: 'TRUSTTAG CERTIFICATE',
  certificateOf: 'TRUSTTAG CERTIFICATE · {category}',
  portfolio: 'TRUSTTAG PORTFOLIO',
  asOf: 'As of {date}',
  noTags: 'No TrustTags yet.',
  earnedBy: 'Earned by',
  holderAt: 'The holder named at {url}',
  scoreByTopic: 'Score by topic',
  topicScore: '{title}: {points} of {of}, {level}',
  passMark: 'Passed with at least {percent}% of {count} questions.',
  check: 'Check this TrustTag, free and without an account:',
  checkShort: 'Check it, free:',
  checkAny: 'Anyone can check a TrustTag by its ID, free and without an account: {url}',
  attached: 'Attached for verification by any program: {files}.',
  credentialFile: 'The TrustTag as a signed Open Badges 3.0 credential',
  proofFile: 'The proof that the TrustTag is in the public log',
  logEntry: 'Entry {index}: {hash}',
  issuedOn: 'Issued {date}',
  revokedBadge: 'Revoked',
  expiredBadge: 'Expired',
  testBadge: 'Test Mode',
  sampleBadge: 'Sample',
})

/** Labels of facts: checks read them in text files. */
export const tagLabels = textLabels

const LABEL_WIDTH = Math.max(...Object.values(tagLabels).map((label) => label.length)) + 2

/** A label and its value in a text file; the values start in the same column. */
export const fact = (label: keyof typeof tagLabels, value: string): string =>
  `${tagLabels[label]}:`.padEnd(LABEL_WIDTH) + value

export const RULE = '-'.repeat(60)

export function certificateText(tag: VerifiedTag): string {
  return `${[
    tagText('certificate'),
    RULE,
    ...tagLines(tag),
    '',
    ...topicLines(tag),
    RULE,
    tagText('check'),
    tag.url,
    '',
    tagSentences.whatItIs,
    tagText('passMark', { percent: ASSESSMENT_PASS_MARK_PERCENT, count: tag.questions }),
  ].join('\n')}\n`
}

export function tagLines(tag: VerifiedTag): string[] {
  const { status, mode, proof } = tag
  return [
    ...(mode === 'live' ? [] : [tagSentences[mode]]),
    fact('skill', tag.skill),
    ...(tag.licenseNote === null ? [] : [tag.licenseNote]),
    fact('category', tag.category),
    ...(tag.isGeneral ? [tagSentences.general] : []),
    fact('holder', tag.holderName),
    nameText(tag.nameState),
    fact('score', `${tag.score}%`),
    fact('likely', tagText('likely', { band: bandText(tag), count: tag.questions })),
    reviewText(tag.isReviewed),
    fact('id', tag.trustTagId),
    fact('issued', dayText(tag.issueDate)),
    ...(tag.expiresAt === null ? [] : [fact('validUntil', dayText(tag.expiresAt))]),
    fact('status', tagSentences[status]),
    ...(proof === null ? [] : [fact('logEntry', `${proof.logIndex}, ${proof.leafHash}`)]),
    ...(proof === null ? [] : [status === 'valid' ? tagSentences.secured : tagSentences.recorded]),
  ]
}

function topicLines({ topics }: VerifiedTag): string[] {
  const shown = shownTopics(topics)
  if (shown.length === 0) return []
  return [`${tagText('scoreByTopic')}:`, ...shown.map((topic) => `  ${topicText(topic)}`), '']
}

/** `Safety: 7.5 of 10, strong` */
export const topicText = ({ title, points, of }: VerifiedTag['topics'][number]): string =>
  tagText('topicScore', { title, points: Math.round(points * 100) / 100, of, level: topicLevel((100 * points) / of) })
