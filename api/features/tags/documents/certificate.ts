import PdfDocument from 'pdfkit'
import { rosettePath } from '../../../../contract/rosette-path'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { dayText, tagSentences } from '../texts'
import type { Attachment } from './tag-documents'
import { breakInTwo, colours, toRuns, warningOf } from './drawing'
import type { Family, Fonts, Run } from './drawing'
import { encodeQR } from 'qr'

/** Letter, lying, in points. */
const [WIDTH, HEIGHT] = [792, 612]
const EDGE = 36
const LEFT = 84
const RIGHT = 560
/** The paper inside its edge, cut at the corner. */
const SHEET = `M${EDGE} ${EDGE}H${WIDTH - EDGE - 54}L${WIDTH - EDGE} ${EDGE + 54}V${HEIGHT - EDGE}H${EDGE}Z`
const ROSETTE = { x: 640, y: 210, scale: 1.15, turns: 12 }
const QR = { x: 587, y: 372, side: 106 }

/** A certificate on one page, with the same words as its text twin, and the files that prove it attached. */
export async function certificatePdf(
  fonts: Fonts,
  tag: VerifiedTag,
  attachments: readonly Attachment[],
): Promise<Uint8Array> {
  // Of the TrustTag, not of this minute: the same certificate has the same bytes.
  const issued = new Date(tag.issueDate)
  const document = new PdfDocument({
    // The first version that lets a file say what it is to the page.
    pdfVersion: '1.7',
    size: [WIDTH, HEIGHT],
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `TrustTag ${tag.trustTagId}`,
      Subject: `${tag.skill}, ${tag.score}%`,
      Author: 'TrustTag',
      CreationDate: issued,
    },
  })
  const text = createPdfText(document, fonts)
  drawSheet(document, tag)
  writeHead(text, tag)
  writeScore(document, text, tag)
  writeFacts(text, tag)
  writeLogEntry(text, tag)
  writeCheck(document, text, tag, attachments)
  attachments.forEach((file) => attach(document, file, issued))
  return finish(document)
}

function drawSheet(document: PDFKit.PDFDocument, { trustTagId }: VerifiedTag): void {
  document.rect(0, 0, WIDTH, HEIGHT).fill(colours.paper)
  document.path(SHEET).lineWidth(1).fillAndStroke(colours.raised, colours.line)
  document
    .circle(EDGE + 30, EDGE + 30, 9)
    .lineWidth(5)
    .fillAndStroke(colours.paper, colours['brass-bright'])
  const curve = rosettePath(trustTagId)
  for (let turn = 0; turn < ROSETTE.turns; turn += 1) {
    document.save().translate(ROSETTE.x, ROSETTE.y).scale(ROSETTE.scale)
    document
      .rotate((turn * 90) / ROSETTE.turns)
      .path(curve)
      .lineWidth(0.5)
      .strokeOpacity(0.75)
      .stroke(colours['brass-bright'])
    document.restore()
  }
}

function writeHead(text: PdfText, { category, skill, holderName, mode, url }: VerifiedTag): void {
  text.write(`TRUSTTAG CERTIFICATE · ${category.toUpperCase()}`, {
    x: LEFT,
    y: 84,
    size: 10,
    colour: colours.brass,
    width: RIGHT - LEFT,
    spacing: 0.8,
    instead: 'TRUSTTAG CERTIFICATE',
  })
  text.write(skill, {
    x: LEFT,
    y: 104,
    size: 38,
    family: 'display',
    colour: colours.ink,
    width: 440,
    lines: 2,
    instead: 'TrustTag',
  })
  text.write('Proved by', { x: LEFT, y: 206, size: 12, colour: colours['ink-soft'] })
  text.write(holderName, {
    x: LEFT,
    y: 222,
    size: 26,
    colour: colours.ink,
    width: 440,
    // A name in letters that these fonts lack is better read where it is shown right than left out without a word.
    instead: `The holder named at ${url}`,
  })
  if (mode !== 'live') text.write(tagSentences[mode], { x: LEFT, y: 260, size: 11, colour: colours.danger })
}

function writeScore(document: PDFKit.PDFDocument, text: PdfText, tag: VerifiedTag): void {
  document.circle(ROSETTE.x, ROSETTE.y, 66).fill(colours.raised)
  const colour = tag.status === 'valid' ? colours.accent : colours.danger
  text.write(`${tag.score}%`, { x: ROSETTE.x, y: ROSETTE.y - 26, size: 44, family: 'display', colour, centred: true })
  const warning = warningOf(tag)
  if (warning !== null)
    text.write(warning.toUpperCase(), {
      x: ROSETTE.x,
      y: ROSETTE.y + 24,
      size: 11,
      colour: colours.danger,
      centred: true,
    })
}

function writeFacts(text: PdfText, tag: VerifiedTag): void {
  const facts: [label: string, value: string][] = [
    ['TrustTag ID', tag.trustTagId],
    ['Issued', dayText(tag.issueDate)],
    ...(tag.expiresAt === null ? [] : [['Valid until', dayText(tag.expiresAt)] as [string, string]]),
    ['Status', tagSentences[tag.status]],
  ]
  facts.forEach(([label, value], index) => {
    const y = 296 + index * 22
    text.write(label, { x: LEFT, y, size: 11, colour: colours['ink-soft'] })
    text.write(value, { x: LEFT + 86, y, size: 11, colour: colours.ink, width: 370 })
  })
  const { topics } = tag
  if (topics.length > 0) text.write('Score by topic', { x: LEFT, y: 396, size: 11, colour: colours['ink-soft'] })
  topics.forEach(({ title, points, of }, index) => {
    // Three lines of two stand loosely; more are set closer, so that they end above what follows.
    const [x, y] = [LEFT + (index % 2) * 236, 413 + Math.floor(index / 2) * (topics.length > 6 ? 14 : 17)]
    text.write(`${title}: ${Math.round(points * 100) / 100} of ${of}`, {
      x,
      y,
      size: 11,
      colour: colours.ink,
      width: 226,
    })
  })
}

function writeLogEntry(text: PdfText, { proof, status }: VerifiedTag): void {
  if (!proof) return
  const [y, size, width] = [472, 9, 480]
  text.write(status === 'valid' ? tagSentences.secured : tagSentences.recorded, {
    x: LEFT,
    y,
    size: 11,
    colour: colours.accent,
    width,
  })
  text.write(`Entry ${proof.logIndex}: ${proof.leafHash}`, { x: LEFT, y: y + 17, size, colour: colours.ink, width })
}

function attach(document: PDFKit.PDFDocument, { name, mediaType, description, content }: Attachment, at: Date): void {
  // What the page was made from; its types do not know the word yet.
  const options: PDFKit.Mixins.PDFAttachmentOptions & { relationship: string } = {
    name,
    type: mediaType,
    description,
    creationDate: at,
    modifiedDate: at,
    relationship: 'Data',
  }
  document.file(Buffer.from(content), options)
}

function writeCheck(
  document: PDFKit.PDFDocument,
  text: PdfText,
  { url, isGeneral }: VerifiedTag,
  attachments: readonly Attachment[],
): void {
  const { path, squares } = qrPath(url)
  document
    .save()
    .translate(QR.x, QR.y)
    .scale(QR.side / squares)
    .path(path)
    .fill(colours.ink)
    .restore()
  document.link(QR.x, QR.y, QR.side, QR.side, url)
  text.write('Check it, free:', { x: QR.x + QR.side / 2, y: QR.y - 20, size: 11, colour: colours.ink, centred: true })
  text.write(url, { x: LEFT, y: 506, size: 11, colour: colours.accent, width: 620 })
  document.link(LEFT, 504, 500, 16, url)
  text.write(tagSentences.whatItIs, { x: LEFT, y: 526, size: 9, colour: colours['ink-soft'], width: 620 })
  if (isGeneral) text.write(tagSentences.general, { x: LEFT, y: 540, size: 9, colour: colours.ink, width: 620 })
  if (attachments.length > 0)
    text.write(
      `Attached to this file, to be checked by any program: ${attachments.map(({ name }) => name).join(', ')}.`,
      {
        x: LEFT,
        y: 554,
        size: 9,
        colour: colours['ink-soft'],
        width: 620,
      },
    )
}

async function finish(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  document.end()
  for await (const part of document) if (part instanceof Uint8Array) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

export interface PdfLine {
  x: number
  /** Of the top. */
  y: number
  size: number
  colour: string
  family?: Family
  /** Smaller where it is wider than this; nothing limits it without. */
  width?: number
  /** Two: it may go on below. */
  lines?: 1 | 2
  /** Between letters, in points. */
  spacing?: number
  /** Around x instead of from it. */
  centred?: boolean
  /** What to write where a letter is in none of the fonts; nothing without. */
  instead?: string
}

export interface PdfText {
  write(text: string, line: PdfLine): void
}

const SMALLEST = 7
const LINE_HEIGHT = 1.05

/** Writes text that can be searched and copied, each letter in the first of our fonts that has it. */
export function createPdfText(document: PDFKit.PDFDocument, fonts: Fonts): PdfText {
  for (const files of Object.values(fonts)) for (const { name, content } of files) document.registerFont(name, content)

  const widthOf = (runs: readonly Run[], size: number, spacing: number): number =>
    runs.reduce((width, { file, text }) => {
      const letters = Array.from(text).length
      return width + document.font(file.name).fontSize(size).widthOfString(text) + letters * spacing
    }, 0)

  function put(runs: readonly Run[], size: number, line: PdfLine, top: number): void {
    const { spacing = 0 } = line
    let x = line.centred ? line.x - widthOf(runs, size, spacing) / 2 : line.x
    for (const run of runs) {
      document.font(run.file.name).fontSize(size).fillColor(line.colour)
      document.text(run.text, x, top, { lineBreak: false, characterSpacing: spacing })
      x += widthOf([run], size, spacing)
    }
  }

  return {
    write(text, line) {
      const { family = 'text', width = Infinity, spacing = 0 } = line
      const files = fonts[family]
      const written = toRuns(files, text) === null ? line.instead : text
      if (written === undefined) return
      const runsOf = (part: string): Run[] => toRuns(files, part) ?? []
      const fits = (part: string, size: number) => widthOf(runsOf(part), size, spacing) <= width
      for (let { size } = line; ; size *= 0.94) {
        const parts = line.lines === 2 ? breakInTwo(written, (part) => fits(part, size)) : [written]
        if (size > SMALLEST && !parts.every((part) => fits(part, size))) continue
        return parts.forEach((part, index) => put(runsOf(part), size, line, line.y + index * size * LINE_HEIGHT))
      }
    },
  }
}

/** The squares of a QR code as the data of one SVG path, and how many of them stand in a row with the border. */
export function qrPath(text: string): { path: string; squares: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), squares: rows.length }
}
