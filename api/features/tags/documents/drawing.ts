import type { Glyph } from 'fontkit'
import { rosettePath } from '../../../../contract/rosette-path'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { bandText, nameText, reviewText } from '../../../../contract/tag-texts'
import { memoize } from '../../../lib/cache'
import { yieldToEventLoop } from '../../../lib/concurrency'
import { dayText, tagText } from '../texts'
import { type Family, type Fonts, toRuns } from './fonts'

export interface TextStyle {
  family: Family
  size: number
  weight: number
  /** Between letters, in parts of the size. */
  spacing?: number
}

/** A text as outlines, so that no fonts are needed. */
export interface DrawnText {
  /** SVG path data, from 0 on the baseline. */
  path: string
  width: number
}

/** Null if a letter is in none of the fonts. */
export function drawText(fonts: Fonts, text: string, style: TextStyle): DrawnText | null {
  const letters = layOut(fonts, text, style)
  if (!letters) return null
  const { size } = style
  const paths: string[] = []
  let width = 0
  for (const { glyph, scale, advance, xOffset, yOffset } of letters) {
    const unit = size * scale
    paths.push(glyph.path.transform(unit, 0, 0, -unit, width + xOffset * unit, -yOffset * unit).toSVG())
    width += advance * size
  }
  return { path: paths.join(''), width }
}

/** Width at size 1. Null if a letter is in none of the fonts. */
function measureText(fonts: Fonts, text: string, style: Omit<TextStyle, 'size'>): number | null {
  const letters = layOut(fonts, text, style)
  return letters && letters.reduce((width, { advance }) => width + advance, 0)
}

interface PlacedGlyph {
  glyph: Glyph
  /** From the font's units to size 1. */
  scale: number
  /** To the next glyph, at size 1. */
  advance: number
  /** In the font's units. */
  xOffset: number
  yOffset: number
}

function layOut(
  fonts: Fonts,
  text: string,
  { family, weight, spacing = 0 }: Omit<TextStyle, 'size'>,
): PlacedGlyph[] | null {
  const runs = toRuns(fonts[family], text)
  return (
    runs &&
    runs.flatMap(({ file, text: letters }) => {
      const font = file.atWeight(weight)
      const scale = 1 / font.unitsPerEm
      const { glyphs, positions } = font.layout(letters)
      return glyphs.map((glyph, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        return { glyph, scale, advance: xAdvance * scale + spacing, xOffset, yOffset }
      })
    })
  )
}

/** @returns at most `lines` lines that fit the width, and their size; null if a letter is in none of the fonts */
export function fitText(
  fonts: Fonts,
  text: string,
  { style, width, lines: most }: { style: TextStyle; width: number; lines: 1 | 2 },
): { lines: DrawnText[]; size: number } | null {
  // Users choose the text: each part is measured once, and drawn only at its final size.
  const widthOf = memoize((part: string) => measureText(fonts, part, style))
  if (widthOf(text) === null) return null
  for (let { size } = style; ; size *= 0.92) {
    const isShort = (part: string) => (widthOf(part) ?? 0) * size <= width
    const parts = most === 1 ? [text] : breakInTwo(text, isShort)
    if (size >= SMALLEST && !parts.every(isShort)) continue
    return { lines: parts.flatMap((part) => drawText(fonts, part, { ...style, size }) ?? []), size }
  }
}

const SMALLEST = 12

/** As many words as fit on the first line, the rest on the second. */
export function breakInTwo(text: string, isShort: (part: string) => boolean): string[] {
  if (isShort(text)) return [text]
  const words = text.split(' ')
  const places = words.map((_, index) => index).filter((index) => index > 0)
  const at = places.findLast((place) => isShort(words.slice(0, place).join(' ')))
  return at === undefined ? [text] : [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}

/** The design language's light colors; a test compares them with the site's. */
export const colours = {
  paper: '#fbfaf6',
  raised: '#ffffff',
  ink: '#15211f',
  'ink-soft': '#4b5855',
  line: '#dcd8cb',
  accent: '#0b5750',
  'on-accent': '#ffffff',
  brass: '#7d5300',
  'brass-bright': '#dfa32c',
  danger: '#a3160f',
} as const

/** TrustTag's logo, 32 by 32: a tag with a cut corner. */
export const MARK_PATH = 'M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z'

/** The warning on images of a TrustTag that is not both valid and live; null for one that is. */
export function warningOf({ mode, status }: Pick<VerifiedTag, 'mode' | 'status'>): string | null {
  if (status === 'revoked') return tagText('revokedBadge')
  if (status === 'expired') return tagText('expiredBadge')
  if (mode === 'live') return null
  return tagText(mode === 'test' ? 'testBadge' : 'sampleBadge')
}

/** Width and height. Badges are also shown at 120 pixels, so nothing is smaller than a tenth. */
const BADGE_SIDE = 400
const BADGE_MIDDLE = BADGE_SIDE / 2
/** The tag with its cut corner, inside a line of 4. */
const BADGE_TAG = 'M22 4H304L396 96V378a18 18 0 0 1-18 18H22a18 18 0 0 1-18-18V22A18 18 0 0 1 22 4z'
const BADGE_BAND = 'M4 326H396V378a18 18 0 0 1-18 18H22a18 18 0 0 1-18-18z'
const BADGE_BAND_LINE = 376
const BADGE_TURNS = 8
const BADGE_TEXT_WIDTH = 352

const badgeStyles = {
  score: { family: 'display', size: 84, weight: 800, spacing: -0.02 },
  note: { family: 'display', size: 22, weight: 700 },
  skill: { family: 'display', size: 48, weight: 700, spacing: -0.01 },
  band: { family: 'display', size: 42, weight: 700 },
} as const satisfies Record<string, TextStyle>
/** A skill that would be smaller than this on one line gets two. */
const [ONE_LINE_LEAST, TWO_LINES_MOST] = [36, 36]

type DrawPart = (fonts: Fonts, tag: VerifiedTag) => string

/** Each part in a turn of its own: the first picture of a process takes tens of milliseconds, because fonts are read as they are used. */
async function drawParts(fonts: Fonts, tag: VerifiedTag, parts: readonly DrawPart[]): Promise<string[]> {
  const drawn: string[] = []
  for (const draw of parts) {
    await yieldToEventLoop()
    drawn.push(draw(fonts, tag))
  }
  return drawn
}

/** A square SVG with every text as outlines. An invalid or test TrustTag has a red warning instead of our name. */
export async function badgeDrawing(fonts: Fonts, tag: VerifiedTag): Promise<string> {
  const [rosette, skill, band] = await drawParts(fonts, tag, [badgeRosette, badgeSkill, badgeBand])
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${BADGE_SIDE}" height="${BADGE_SIDE}" viewBox="0 0 ${BADGE_SIDE} ${BADGE_SIDE}">
<title>TrustTag ${tag.trustTagId}</title>
<path d="${BADGE_TAG}" fill="${colours.raised}"/>
${rosette}
${skill}
${band}
<path d="${BADGE_TAG}" fill="none" stroke="${colours.ink}" stroke-width="4"/>
<circle cx="46" cy="46" r="16" fill="${colours.paper}" stroke="${colours['brass-bright']}" stroke-width="9"/>
</svg>
`
}

function badgeRosette(fonts: Fonts, tag: VerifiedTag): string {
  const percent = drawText(fonts, `${tag.score}%`, badgeStyles.score)
  return `<g transform="translate(${BADGE_MIDDLE} 128)">
<g transform="scale(1.24)" fill="none" stroke="${colours['brass-bright']}" stroke-width="0.8" opacity="0.8">${turnedCurves(tag, BADGE_TURNS)}</g>
<ellipse rx="112" ry="50" fill="${colours.raised}"/>
${centred(percent, 0, 16, colourOf(tag))}
${centred(drawText(fonts, `likely ${bandText(tag)}`, badgeStyles.note), 0, 42, colours.ink)}
</g>`
}

/** Omitted if our fonts lack its letters. */
function badgeSkill(fonts: Fonts, { skill, licenseNote }: VerifiedTag): string {
  const note = licenseNote === null ? null : drawText(fonts, licenseNote, badgeStyles.note)
  const [middle, most] = note ? [270, 30] : [283, TWO_LINES_MOST]
  const oneLine = fitText(fonts, skill, { style: badgeStyles.skill, width: BADGE_TEXT_WIDTH, lines: 1 })
  const twoLines = { style: { ...badgeStyles.skill, size: most }, width: BADGE_TEXT_WIDTH, lines: 2 } as const
  const fitted = oneLine && oneLine.size >= ONE_LINE_LEAST ? oneLine : fitText(fonts, skill, twoLines)
  const lines = fitted?.lines ?? []
  const step = fitted?.size ?? 0
  // Centered between the rosette and the band.
  const first = middle + step * 0.35 - ((lines.length - 1) * step) / 2
  const drawn = lines.map((line, index) => centred(line, BADGE_MIDDLE, first + index * step, colours.ink))
  return [...drawn, centred(note, BADGE_MIDDLE, 316, colours['ink-soft'])].join('\n')
}

function badgeBand(fonts: Fonts, tag: VerifiedTag): string {
  const warning = warningOf(tag)
  if (warning !== null)
    return `<path d="${BADGE_BAND}" fill="${colours.danger}"/>\n${centred(drawText(fonts, warning, badgeStyles.band), BADGE_MIDDLE, BADGE_BAND_LINE, colours['on-accent'])}`
  const name = drawText(fonts, 'TrustTag', badgeStyles.band)
  const left = BADGE_MIDDLE - ((name?.width ?? 0) + 54) / 2
  return `<path d="${BADGE_BAND}" fill="${colours.accent}"/>
<g transform="translate(${left} 339) scale(1.4)"><path d="${MARK_PATH}" fill="${colours['on-accent']}"/><circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="${colours['brass-bright']}" stroke-width="1.8"/><path d="M9 19.5l5 5 9.5-10.5" fill="none" stroke="${colours.accent}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></g>
${name ? place(name, inHundredths(left + 54, BADGE_BAND_LINE), colours['on-accent']) : ''}`
}

const centred = (text: DrawnText | null, x: number, y: number, colour: string): string =>
  text ? place(text, inHundredths(x - text.width / 2, y), colour) : ''

const inHundredths = (x: number, y: number): string => `${x.toFixed(2)} ${y.toFixed(2)}`

/** The size that social networks expect. */
const [SHARE_WIDTH, SHARE_HEIGHT] = [1_200, 630]
/** The tag's shape, 1080 by 510, with its cut corner. */
const SHARE_TAG = 'M28 0H960L1080 120V482a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28V28A28 28 0 0 1 28 0z'
const SHARE_TURNS = 12
const SHARE_TEXT_WIDTH = 610

const shareStyles = {
  eyebrow: { family: 'text', size: 24, weight: 600, spacing: 0.08 },
  skill: { family: 'display', size: 84, weight: 700, spacing: -0.02 },
  holder: { family: 'text', size: 40, weight: 500 },
  small: { family: 'text', size: 26, weight: 500 },
  score: { family: 'display', size: 86, weight: 800, spacing: -0.02 },
  name: { family: 'display', size: 34, weight: 700, spacing: -0.01 },
} as const satisfies Record<string, TextStyle>

/** An SVG with every text as outlines. Omits texts that our fonts cannot write. */
export async function shareImage(fonts: Fonts, tag: VerifiedTag): Promise<string> {
  const [rosette, facts, foot] = await drawParts(fonts, tag, [shareRosette, shareFacts, shareFoot])
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">
<rect width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" fill="${colours.paper}"/>
<g transform="translate(60 60)">
<path d="${SHARE_TAG}" transform="translate(0 12)" fill="${colours.ink}" opacity="0.08"/>
<path d="${SHARE_TAG}" fill="${colours.raised}" stroke="${colours.line}" stroke-width="2"/>
<circle cx="62" cy="62" r="20" fill="${colours.paper}" stroke="${colours['brass-bright']}" stroke-width="10"/>
${rosette}
${facts}
${foot}
</g>
</svg>`
}

function shareRosette(fonts: Fonts, tag: VerifiedTag): string {
  const percent = drawText(fonts, `${tag.score}%`, shareStyles.score)
  return `<g transform="translate(858 246)">
<g transform="scale(1.95)" fill="none" stroke="${colours['brass-bright']}" stroke-width="0.55" opacity="0.75">${turnedCurves(tag, SHARE_TURNS)}</g>
<circle r="118" fill="${colours.raised}"/>
${percent ? place(percent, `${-percent.width / 2} 19`, colourOf(tag)) : ''}
${centred(drawText(fonts, `likely ${bandText(tag)}`, shareStyles.small), 0, 54, colours.ink)}
${centred(drawText(fonts, `${tag.questions} questions`, shareStyles.small), 0, 82, colours['ink-soft'])}
</g>`
}

function shareFacts(fonts: Fonts, tag: VerifiedTag): string {
  const { category, skill, licenseNote, holderName, nameState, isReviewed } = tag
  const fit = (text: string, style: TextStyle, lines: 1 | 2) =>
    fitText(fonts, text, { style, width: SHARE_TEXT_WIDTH, lines })
  const title = fit(skill, shareStyles.skill, licenseNote === null ? 2 : 1)
  const top = 190
  const step = (title?.size ?? shareStyles.skill.size) * 1.02
  const below = top + step * (title?.lines.length ?? 0)
  const end = below + (licenseNote === null ? 0 : 22)
  return [
    place(fit(category.toUpperCase(), shareStyles.eyebrow, 1)?.lines[0], '110 70', colours.brass),
    ...(title?.lines ?? []).map((line, index) => place(line, `40 ${top + index * step}`, colours.ink)),
    place(fit(licenseNote ?? '', shareStyles.small, 1)?.lines[0], `42 ${below - 34}`, colours['ink-soft']),
    place(fit(holderName, shareStyles.holder, 1)?.lines[0], `42 ${end}`, colours['ink-soft']),
    // One line, because two lines of a skill leave no room for more.
    place(
      fit(`${nameText(nameState)} · ${reviewText(isReviewed)}`, shareStyles.small, 1)?.lines[0],
      `42 ${end + 38}`,
      colours['ink-soft'],
    ),
  ].join('\n')
}

function shareFoot(fonts: Fonts, tag: VerifiedTag): string {
  const warning = warningOf(tag)
  const id = drawText(fonts, tag.trustTagId, shareStyles.small)
  const issued = drawText(fonts, tagText('issuedOn', { date: dayText(tag.issueDate) }), shareStyles.small)
  return `<g transform="translate(40 424) scale(1.4)"><path d="${MARK_PATH}" fill="${colours.accent}"/><circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="${colours['brass-bright']}" stroke-width="1.8"/><path d="M9 19.5l5 5 9.5-10.5" fill="none" stroke="${colours['on-accent']}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></g>
${place(drawText(fonts, 'TrustTag', shareStyles.name), '96 458', colours.ink)}
${place(issued, '300 438', colours['ink-soft'])}
${place(id, '300 474', colours['ink-soft'])}
${warning === null ? '' : warningPill(fonts, warning)}`
}

function warningPill(fonts: Fonts, word: string): string {
  const text = drawText(fonts, word, { ...shareStyles.small, weight: 700 })
  const width = (text?.width ?? 0) + 48
  return `<g transform="translate(${1040 - width} 430)"><rect width="${width}" height="52" rx="26" fill="${colours.danger}"/>${place(text, '24 35', colours['on-accent'])}</g>`
}

/** The TrustTag's rosette: its curve, rotated within a right angle. */
function turnedCurves({ trustTagId }: VerifiedTag, turns: number): string {
  const curve = rosettePath(trustTagId)
  return Array.from(
    { length: turns },
    (_, turn) => `<path d="${curve}" transform="rotate(${(turn * 90) / turns})"/>`,
  ).join('')
}

const colourOf = ({ status }: VerifiedTag): string => (status === 'valid' ? colours.accent : colours.danger)

/** @param at baseline of the first letter: `x y` */
const place = (text: DrawnText | null | undefined, at: string, colour: string): string =>
  text ? `<path d="${text.path}" transform="translate(${at})" fill="${colour}"/>` : ''
