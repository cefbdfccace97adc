import { bandNote, scoreText, nameText, reviewText } from '../../../../contract/tag-texts'
import PdfDocument from 'pdfkit'
import { encodeQR } from 'qr'
import { rosettePath } from '../../../../contract/rosette-path'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { shownTopics } from '../../../../contract/topic-level'
import { createTimeSlices } from '../../../lib/concurrency'
import { dayText, tagLabels, tagSentences, tagText, topicText } from '../texts'
import { breakInTwo, colours, warningOf } from './drawing'
import { type Family, type Fonts, type Run, toRuns } from './fonts'

/** Letter, landscape, in points. */
const [WIDTH, HEIGHT] = [792, 612]
const EDGE = 36
const LEFT = 84
const RIGHT = 560
const SHEET = `M${EDGE} ${EDGE}H${WIDTH - EDGE - 54}L${WIDTH - EDGE} ${EDGE + 54}V${HEIGHT - EDGE}H${EDGE}Z`
const ROSETTE = { x: 640, y: 210, scale: 1.15, turns: 12 }
const QR = { x: 587, y: 372, side: 106 }

export interface Attachment {
  name: string
  mediaType: string
  /** Shown in the list of attachments. */
  description: string
  content: string
}

/** A one-page certificate with the wording of `certificateText`, and the proofs attached. */
export async function certificatePdf(
  fonts: Fonts,
  tag: VerifiedTag,
  attachments: readonly Attachment[],
): Promise<Uint8Array> {
  // Not the current time: the same certificate must have the same bytes.
  const issued = new Date(tag.issueDate)
  const document = new PdfDocument({
    // The first version with `relationship` for attachments.
    pdfVersion: '1.7',
    size: [WIDTH, HEIGHT],
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `TrustTag ${tag.trustTagId}`,
      Subject: `${tag.skill}, ${scoreText(tag)}`,
      Author: 'TrustTag',
      CreationDate: issued,
    },
  })
  const text = createPdfText(document, fonts)
  const steps = [
    () => drawSheet(document, tag),
    () => writeHead(text, tag),
    () => writeScore(document, text, tag),
    () => writeFacts(text, tag),
    () => writeLogEntry(text, tag),
    () => writeCheck(document, text, tag, attachments),
    () => attachments.forEach((file) => attach(document, file, issued)),
  ]
  // A page takes tens of milliseconds: other requests run between its parts.
  const nextSlice = createTimeSlices()
  for (const step of steps) {
    await nextSlice()
    step()
  }
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

function writeHead(
  text: PdfText,
  { category, skill, licenseNote, holderName, nameState, isReviewed, mode, url }: VerifiedTag,
): void {
  text.write(tagText('certificateOf', { category: category.toUpperCase() }), {
    x: LEFT,
    y: 84,
    size: 10,
    colour: colours.brass,
    width: RIGHT - LEFT,
    spacing: 0.8,
    instead: tagText('certificate'),
  })
  text.write(skill, {
    x: LEFT,
    y: 104,
    size: 38,
    family: 'display',
    colour: colours.ink,
    width: 440,
    lines: licenseNote === null ? 2 : 1,
    instead: 'TrustTag',
  })
  if (licenseNote !== null) text.write(licenseNote, { x: LEFT, y: 156, size: 13, colour: colours['ink-soft'] })
  text.write(tagText('earnedBy'), { x: LEFT, y: 204, size: 12, colour: colours['ink-soft'] })
  text.write(holderName, {
    x: LEFT,
    y: 218,
    size: 26,
    colour: colours.ink,
    width: 440,
    // Some rare letters are in no font; the web page shows them.
    instead: tagText('holderAt', { url }),
  })
  text.write(`${nameText(nameState)} · ${reviewText(isReviewed)}`, {
    x: LEFT,
    // Below the deep letters of Arabic and Thai.
    y: 256,
    size: 11,
    colour: colours['ink-soft'],
    width: 440,
  })
  if (mode !== 'live') text.write(tagSentences[mode], { x: LEFT, y: 272, size: 11, colour: colours.danger })
}

function writeScore(document: PDFKit.PDFDocument, text: PdfText, tag: VerifiedTag): void {
  document.circle(ROSETTE.x, ROSETTE.y, 66).fill(colours.raised)
  const colour = tag.status === 'valid' ? colours.accent : colours.danger
  text.write(`${tag.score}%`, { x: ROSETTE.x, y: ROSETTE.y - 26, size: 44, family: 'display', colour, centred: true })
  text.write(bandNote(tag), {
    x: ROSETTE.x,
    y: ROSETTE.y + 88,
    size: 11,
    colour: colours.ink,
    centred: true,
  })
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
    [tagLabels.id, tag.trustTagId],
    [tagLabels.issued, dayText(tag.issueDate)],
    ...(tag.expiresAt === null ? [] : [[tagLabels.validUntil, dayText(tag.expiresAt)] as [string, string]]),
    [tagLabels.status, tagSentences[tag.status]],
  ]
  facts.forEach(([label, value], index) => {
    const y = 296 + index * 22
    text.write(label, { x: LEFT, y, size: 11, colour: colours['ink-soft'] })
    text.write(value, { x: LEFT + 86, y, size: 11, colour: colours.ink, width: 370 })
  })
  const topics = shownTopics(tag.topics)
  if (topics.length > 0) text.write(tagText('scoreByTopic'), { x: LEFT, y: 396, size: 11, colour: colours['ink-soft'] })
  topics.forEach((topic, index) => {
    // More than three lines of two are set closer, to end above the log entry.
    const [x, y] = [LEFT + (index % 2) * 236, 413 + Math.floor(index / 2) * (topics.length > 6 ? 14 : 17)]
    text.write(topicText(topic), {
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
  text.write(tagText('logEntry', { index: proof.logIndex, hash: proof.leafHash }), {
    x: LEFT,
    y: y + 17,
    size,
    colour: colours.ink,
    width,
  })
}

function attach(document: PDFKit.PDFDocument, { name, mediaType, description, content }: Attachment, at: Date): void {
  // The types lack `relationship`.
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
  text.write(tagText('checkShort'), {
    x: QR.x + QR.side / 2,
    y: QR.y - 20,
    size: 11,
    colour: colours.ink,
    centred: true,
  })
  text.write(url, { x: LEFT, y: 506, size: 11, colour: colours.accent, width: 620 })
  document.link(LEFT, 504, 500, 16, url)
  text.write(tagSentences.whatItIs, { x: LEFT, y: 526, size: 9, colour: colours['ink-soft'], width: 620 })
  if (isGeneral) text.write(tagSentences.general, { x: LEFT, y: 540, size: 9, colour: colours.ink, width: 620 })
  if (attachments.length > 0)
    text.write(tagText('attached', { files: attachments.map(({ name }) => name).join(', ') }), {
      x: LEFT,
      y: 554,
      size: 9,
      colour: colours['ink-soft'],
      width: 620,
    })
}

async function finish(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  document.end()
  for await (const part of document) if (part instanceof Uint8Array) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

export interface PdfLine {
  x: number
  /** The line's top edge, from the top of the page. */
  y: number
  size: number
  colour: string
  family?: Family
  /** Longer texts shrink to this width; absent: no limit. */
  width?: number
  /** 2: may wrap once. */
  lines?: 1 | 2
  /** Between letters, in points. */
  spacing?: number
  /** Centered on x instead of starting there. */
  centred?: boolean
  /** Replaces a text with a letter in none of the fonts; absent: omitted. */
  instead?: string
}

export interface PdfText {
  write(text: string, line: PdfLine): void
}

const SMALLEST = 7
const LINE_HEIGHT = 1.05

/** Writes text that can be searched and copied, each letter in the first font that has it. */
export function createPdfText(document: PDFKit.PDFDocument, fonts: Fonts): PdfText {
  for (const files of Object.values(fonts)) for (const { name, content } of files) document.registerFont(name, content)

  const widthOf = (runs: readonly Run[], size: number, spacing: number): number =>
    runs.reduce((width, { file, text }) => {
      const letters = Array.from(text).length
      return width + document.font(file.name).fontSize(size).widthOfString(text) + letters * spacing
    }, 0)

  function put(runs: readonly Run[], size: number, line: PdfLine, top: number): void {
    const { spacing = 0, family = 'text' } = line
    // All fonts of a line share the baseline of its family.
    const own = fonts[family][0]?.font
    const baseline = top + ((own?.ascent ?? 0) / (own?.unitsPerEm ?? 1)) * size
    let x = line.centred ? line.x - widthOf(runs, size, spacing) / 2 : line.x
    for (const run of runs) {
      document.font(run.file.name).fontSize(size).fillColor(line.colour)
      document.text(run.text, x, baseline, { lineBreak: false, characterSpacing: spacing, baseline: 'alphabetic' })
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

/** A QR code as one SVG path, and the number of squares per row, with the border. */
export function qrPath(text: string): { path: string; squares: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), squares: rows.length }
}
