import { rosettePath } from '../../../../contract/rosette-path'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { dayText } from '../texts'
import { colours, drawText, fitText, MARK_PATH, warningOf } from './drawing'
import type { DrawnText, Fonts, TextStyle } from './drawing'

/** The size that those who show shared links ask for. */
const [WIDTH, HEIGHT] = [1_200, 630]
/** The shape of the tag, 1080 by 510, cut at the corner. */
const TAG = 'M28 0H960L1080 120V482a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28V28A28 28 0 0 1 28 0z'
const TURNS = 12
const TEXT_WIDTH = 610

const styles = {
  eyebrow: { family: 'text', size: 24, weight: 600, spacing: 0.08 },
  skill: { family: 'display', size: 84, weight: 700, spacing: -0.02 },
  holder: { family: 'text', size: 40, weight: 500 },
  small: { family: 'text', size: 26, weight: 500 },
  score: { family: 'display', size: 86, weight: 800, spacing: -0.02 },
  name: { family: 'display', size: 34, weight: 700, spacing: -0.01 },
} as const satisfies Record<string, TextStyle>

/** A TrustTag as a picture: SVG with every text as outlines. What no font of ours can write is left out. */
export function sharePicture(fonts: Fonts, tag: VerifiedTag): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${colours.paper}"/>
<g transform="translate(60 60)">
<path d="${TAG}" transform="translate(0 12)" fill="${colours.ink}" opacity="0.08"/>
<path d="${TAG}" fill="${colours.raised}" stroke="${colours.line}" stroke-width="2"/>
<circle cx="62" cy="62" r="20" fill="${colours.paper}" stroke="${colours['brass-bright']}" stroke-width="10"/>
${rosette(fonts, tag)}
${facts(fonts, tag)}
${foot(fonts, tag)}
</g>
</svg>`
}

function rosette(fonts: Fonts, { trustTagId, score, status }: VerifiedTag): string {
  const curve = rosettePath(trustTagId)
  const turns = Array.from(
    { length: TURNS },
    (_, turn) => `<path d="${curve}" transform="rotate(${(turn * 90) / TURNS})"/>`,
  )
  const colour = status === 'valid' ? colours.accent : colours.danger
  const percent = drawText(fonts, `${score}%`, styles.score)
  return `<g transform="translate(858 246)">
<g transform="scale(1.95)" fill="none" stroke="${colours['brass-bright']}" stroke-width="0.55" opacity="0.75">${turns.join('')}</g>
<circle r="118" fill="${colours.raised}"/>
${percent ? `<path d="${percent.path}" transform="translate(${-percent.width / 2} 29)" fill="${colour}"/>` : ''}
</g>`
}

function facts(fonts: Fonts, { category, skill, holderName }: VerifiedTag): string {
  const title = fitText(fonts, skill, { style: styles.skill, width: TEXT_WIDTH, lines: 2 })
  const holder = fitText(fonts, holderName, { style: styles.holder, width: TEXT_WIDTH, lines: 1 })
  const top = 190
  const step = (title?.size ?? styles.skill.size) * 1.02
  const end = top + step * (title?.lines.length ?? 0)
  return [
    put(
      fitText(fonts, category.toUpperCase(), { style: styles.eyebrow, width: TEXT_WIDTH, lines: 1 })?.lines[0],
      110,
      70,
      colours.brass,
    ),
    ...(title?.lines ?? []).map((line, index) => put(line, 40, top + index * step, colours.ink)),
    put(holder?.lines[0], 42, end, colours['ink-soft']),
  ].join('\n')
}

function foot(fonts: Fonts, tag: VerifiedTag): string {
  const warning = warningOf(tag)
  const id = drawText(fonts, tag.trustTagId, styles.small)
  const issued = drawText(fonts, `Issued ${dayText(tag.issueDate)}`, styles.small)
  return `<g transform="translate(40 424) scale(1.4)"><path d="${MARK_PATH}" fill="${colours.accent}"/><circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="${colours['brass-bright']}" stroke-width="1.8"/><path d="M9 19.5l5 5 9.5-10.5" fill="none" stroke="${colours['on-accent']}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></g>
${put(drawText(fonts, 'TrustTag', styles.name), 96, 458, colours.ink)}
${put(issued, 300, 438, colours['ink-soft'])}
${put(id, 300, 474, colours['ink-soft'])}
${warning === null ? '' : badge(fonts, warning)}`
}

function badge(fonts: Fonts, word: string): string {
  const text = drawText(fonts, word, { ...styles.small, weight: 700 })
  const width = (text?.width ?? 0) + 48
  return `<g transform="translate(${1040 - width} 430)"><rect width="${width}" height="52" rx="26" fill="${colours.danger}"/>${put(text, 24, 35, colours['on-accent'])}</g>`
}

const put = (text: DrawnText | null | undefined, x: number, y: number, colour: string): string =>
  text ? `<path d="${text.path}" transform="translate(${x} ${y})" fill="${colour}"/>` : ''
