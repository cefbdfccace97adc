import { rosettePath } from '../../../../contract/rosette-path'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { colours, drawText, fitText, MARK_PATH, warningOf } from './drawing'
import type { DrawnText, Fonts, TextStyle } from './drawing'

/** Width and height. It is read at 120 pixels, too: nothing on it is smaller than a tenth of it. */
const SIDE = 400
const MIDDLE = SIDE / 2
/** The tag, cut at the corner, inside a line of 4. */
const TAG = 'M22 4H304L396 96V378a18 18 0 0 1-18 18H22a18 18 0 0 1-18-18V22A18 18 0 0 1 22 4z'
/** Its lower end. */
const BAND = 'M4 326H396V378a18 18 0 0 1-18 18H22a18 18 0 0 1-18-18z'
const BAND_LINE = 376
const TURNS = 8
const TEXT_WIDTH = 352

const styles = {
  score: { family: 'display', size: 84, weight: 800, spacing: -0.02 },
  skill: { family: 'display', size: 48, weight: 700, spacing: -0.01 },
  band: { family: 'display', size: 42, weight: 700 },
} as const satisfies Record<string, TextStyle>
/** A skill that would be smaller on one line than this stands on two. */
const [ONE_LINE_LEAST, TWO_LINES_MOST] = [36, 36]

/**
 * A TrustTag as a badge: a square SVG with every text as outlines, and nothing in it that anybody typed. One that does not
 * count, or proves nothing, says so in red where the others bear our name.
 */
export function badgeDrawing(fonts: Fonts, tag: VerifiedTag): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">
<title>TrustTag ${tag.trustTagId}</title>
<path d="${TAG}" fill="${colours.raised}"/>
${rosette(fonts, tag)}
${skill(fonts, tag)}
${band(fonts, tag)}
<path d="${TAG}" fill="none" stroke="${colours.ink}" stroke-width="4"/>
<circle cx="46" cy="46" r="16" fill="${colours.paper}" stroke="${colours['brass-bright']}" stroke-width="9"/>
</svg>
`
}

function rosette(fonts: Fonts, { trustTagId, score, status }: VerifiedTag): string {
  const curve = rosettePath(trustTagId)
  const turns = Array.from(
    { length: TURNS },
    (_, turn) => `<path d="${curve}" transform="rotate(${(turn * 90) / TURNS})"/>`,
  )
  const percent = drawText(fonts, `${score}%`, styles.score)
  const colour = status === 'valid' ? colours.accent : colours.danger
  return `<g transform="translate(${MIDDLE} 128)">
<g transform="scale(1.24)" fill="none" stroke="${colours['brass-bright']}" stroke-width="0.8" opacity="0.8">${turns.join('')}</g>
<ellipse rx="112" ry="50" fill="${colours.raised}"/>
${centred(percent, 0, 30, colour)}
</g>`
}

/** Left out where no font of ours has its letters. */
function skill(fonts: Fonts, { skill: name }: VerifiedTag): string {
  const oneLine = fitText(fonts, name, { style: styles.skill, width: TEXT_WIDTH, lines: 1 })
  const fitted =
    oneLine && oneLine.size >= ONE_LINE_LEAST
      ? oneLine
      : fitText(fonts, name, { style: { ...styles.skill, size: TWO_LINES_MOST }, width: TEXT_WIDTH, lines: 2 })
  const lines = fitted?.lines ?? []
  const step = fitted?.size ?? 0
  // Around the middle of what is free between the rosette and the band.
  const first = 283 + step * 0.35 - ((lines.length - 1) * step) / 2
  return lines.map((line, index) => centred(line, MIDDLE, first + index * step, colours.ink)).join('\n')
}

function band(fonts: Fonts, tag: VerifiedTag): string {
  const warning = warningOf(tag)
  if (warning !== null)
    return `<path d="${BAND}" fill="${colours.danger}"/>\n${centred(drawText(fonts, warning, styles.band), MIDDLE, BAND_LINE, colours['on-accent'])}`
  const name = drawText(fonts, 'TrustTag', styles.band)
  const left = MIDDLE - ((name?.width ?? 0) + 54) / 2
  return `<path d="${BAND}" fill="${colours.accent}"/>
<g transform="translate(${left} 339) scale(1.4)"><path d="${MARK_PATH}" fill="${colours['on-accent']}"/><circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="${colours['brass-bright']}" stroke-width="1.8"/><path d="M9 19.5l5 5 9.5-10.5" fill="none" stroke="${colours.accent}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></g>
${name ? put(name, left + 54, BAND_LINE, colours['on-accent']) : ''}`
}

const centred = (text: DrawnText | null, x: number, y: number, colour: string): string =>
  text ? put(text, x - text.width / 2, y, colour) : ''

const put = (text: DrawnText, x: number, y: number, colour: string): string =>
  `<path d="${text.path}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)})" fill="${colour}"/>`
