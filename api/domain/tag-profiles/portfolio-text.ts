import type { VerifiedTag } from '../../../contract/schemas/tags'
import { tagLines } from '../tags/certificate-text'
import { dayText } from '../tags/day-text'
import { tagSentences } from '../tags/tag-sentences'

const RULE = '-'.repeat(60)

/** All TrustTags of a person as plain text. */
export function portfolioText(
  tags: readonly VerifiedTag[],
  { now, checkUrl }: { now: number; checkUrl: string },
): string {
  const list = tags.flatMap((tag) => [...tagLines(tag), `Check it:    ${tag.url}`, RULE])
  return `${[
    'TRUSTTAG PORTFOLIO',
    `As of ${dayText(now)}`,
    RULE,
    ...(tags.length === 0 ? ['No TrustTags yet.', RULE] : list),
    `Anybody can check a TrustTag by its ID, free and without an account: ${checkUrl}`,
    '',
    tagSentences.whatItIs,
  ].join('\n')}\n`
}
