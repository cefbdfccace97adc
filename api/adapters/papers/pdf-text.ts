import { breakInTwo } from './break-in-two'
import { toRuns } from './fonts'
import type { Family, Fonts, Run } from './fonts'

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
