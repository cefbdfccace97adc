import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import type { VerifiedTag } from '../../../contract/schemas/tags'

const RULE = '-'.repeat(60)

/** A certificate as plain text. */
export function certificateText(tag: VerifiedTag): string {
  return `${[
    'TRUSTTAG CERTIFICATE',
    RULE,
    ...tagLines(tag),
    '',
    ...topicLines(tag),
    RULE,
    'Check this TrustTag, free and without an account:',
    tag.url,
    '',
    tagSentences.whatItIs,
    `Passed with at least ${ASSESSMENT_PASS_MARK_PERCENT}% of ${ASSESSMENT_QUESTIONS} questions.`,
  ].join('\n')}\n`
}

/** What is said of a TrustTag wherever it is listed as text. */
export function tagLines(tag: VerifiedTag): string[] {
  const { status, mode, proof } = tag
  return [
    ...(mode === 'live' ? [] : [tagSentences[mode]]),
    `Skill:       ${tag.skill}`,
    `Category:    ${tag.category}`,
    ...(tag.isGeneral ? [tagSentences.general] : []),
    `Holder:      ${tag.holderName}`,
    `Score:       ${tag.score}%`,
    `TrustTag ID: ${tag.trustTagId}`,
    `Issued:      ${dayText(tag.issueDate)}`,
    ...(tag.expiresAt === null ? [] : [`Valid until: ${dayText(tag.expiresAt)}`]),
    `Status:      ${tagSentences[status]}`,
    ...(proof === null ? [] : [`Log entry:   ${proof.logIndex}, ${proof.leafHash}`]),
    ...(proof === null ? [] : [status === 'valid' ? tagSentences.secured : tagSentences.recorded]),
  ]
}

function topicLines({ topics }: VerifiedTag): string[] {
  if (topics.length === 0) return []
  const rounded = (points: number) => String(Math.round(points * 100) / 100)
  return ['Score by topic:', ...topics.map(({ title, points, of }) => `  ${title}: ${rounded(points)} of ${of}`), '']
}

/** What certificates say in words, by status and mode. */
export const tagSentences = {
  valid: 'Valid',
  revoked: 'Revoked. It no longer counts.',
  expired: 'Expired. It was valid once.',
  test: 'TEST MODE: issued while this service was tried out. It proves nothing.',
  sample: 'SAMPLE: nobody has earned this.',
  general: 'Tested with general questions on safety and quality at work, none on this skill alone.',
  secured: 'Verified & Blockchain Secured: its entry stands in a public log that can only grow.',
  /** Where it does not count, or not any more. */
  recorded: 'Its entry stands in a public log that can only grow.',
  whatItIs:
    'A TrustTag is the result of an unproctored knowledge test. It is no license and no certification of a trade.',
} as const

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `14 March 2024`. */
export const dayText = (time: string | number): string => format.format(new Date(time))
