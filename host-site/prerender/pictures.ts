import { rosettePath } from '../../contract/rosette-path'
import { siteConfig } from '../content/site-config'
import { type RouteName, routes } from '../paths'

/** The size that link previews expect. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

/** The family name inside the font file. */
const DISPLAY = 'Bricolage Grotesque 96pt ExtraBold'
const LINE_CHARACTERS = 13
const LINE_HEIGHT = 100
const HEADING_MIDDLE = 335
const TURNS = 12

/** 340 by 440, with a cut corner, around the eyelet. */
const TAG = 'M28 0H250L340 90V412a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28V28A28 28 0 0 1 28 0z'

export const shareImageText = (name: RouteName): string =>
  `The words “${routes[name].heading}” beside a green tag with a brass eyelet and a check, the mark of ${siteConfig.name}`

/** The share image of a page: its heading, and the logo with lines seeded by the page's path. Uses the site's fonts. */
export function shareImage(name: RouteName, palette: Palette): string {
  const { width, height } = SHARE_IMAGE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${palette('paper')}"/>
${wordmark(palette)}
${heading(routes[name].heading, palette)}
<text x="80" y="555" font-family="Instrument Sans" font-size="32" fill="${palette('ink-soft')}">Proof of what you can do.</text>
${tag(routes[name].path, palette)}
</svg>
`
}

function wordmark(palette: Palette): string {
  return `<g transform="translate(80 70) scale(1.75)">${markDrawing(palette)}</g>
<text x="150" y="113" font-family="${DISPLAY}" font-weight="700" font-size="42" letter-spacing="-1" fill="${palette('ink')}">${escapeHtml(siteConfig.name)}</text>`
}

function heading(text: string, palette: Palette): string {
  const lines = wrap(text)
  const first = HEADING_MIDDLE + 32 - ((lines.length - 1) * LINE_HEIGHT) / 2
  return lines
    .map(
      (line, index) =>
        `<text x="76" y="${first + index * LINE_HEIGHT}" font-family="${DISPLAY}" font-weight="700" font-size="98" letter-spacing="-2.5" fill="${palette('ink')}">${escapeHtml(line)}</text>`,
    )
    .join('\n')
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_CHARACTERS) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines
}

function tag(seed: string, palette: Palette): string {
  const curve = rosettePath(seed)
  const lines = Array.from(
    { length: TURNS },
    (_, turn) => `<path d="${curve}" transform="rotate(${(turn * 360) / TURNS / 4})"/>`,
  )
  return `<clipPath id="tag"><path d="${TAG}"/></clipPath>
<g transform="translate(790 85) rotate(5 170 220)">
<path d="${TAG}" transform="translate(0 14)" fill="${palette('ink')}" opacity="0.1"/>
<path d="${TAG}" fill="${palette('accent')}"/>
<g clip-path="url(#tag)"><g transform="translate(173 262) scale(2.7)" fill="none" stroke="${palette('brass-bright')}" stroke-width="0.45" opacity="0.6">${lines.join('')}</g></g>
<circle cx="66" cy="66" r="24" fill="${palette('paper')}" stroke="${palette('brass-bright')}" stroke-width="12"/>
<path d="M90 262l58 60 108-124" fill="none" stroke="${palette('on-accent')}" stroke-width="38" stroke-linecap="round" stroke-linejoin="round"/>
</g>`
}

/** Opaque and square: home screens round the corners and show no transparency. */
export function touchIcon(palette: Palette): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180" viewBox="-8 -8 48 48">
<rect x="-8" y="-8" width="48" height="48" fill="${palette('paper')}"/>
${markDrawing(palette)}
</svg>
`
}

/** On a grid of 32. */
function markDrawing(palette: Palette): string {
  return `<path d="M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" fill="${palette('accent')}"/>
<circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="${palette('brass-bright')}" stroke-width="1.8"/>
<path d="M9 19.5l5 5 9.5-10.5" fill="none" stroke="${palette('on-accent')}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Light colors by name, for drawings outside a browser. */
export type Palette = (name: string) => string

/**
 * Reads the colors from their definition, so that images and pages stay equal.
 * @param css content of `styles/tokens.css`, whose first rule has the light colors
 */
export function readPalette(css: string): Palette {
  const light = css.slice(0, css.indexOf('}'))
  return (name) => {
    const found = new RegExp(`--${name}:\\s*(#[0-9a-f]{6});`).exec(light)?.[1]
    if (found === undefined) throw new Error(`tokens.css has no colour --${name} of six digits.`)
    return found
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text and quoted attributes, in HTML and XML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
