import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced code block of a document. */
export interface DocumentExample {
  /** Name of the document, without `.md`. */
  document: string
  /** Line of its first code; from 1. */
  line: number
  language: string
  code: string
  /** The nearest heading above; empty before the first of level 2 or 3. */
  section: string
}

const folder = join(import.meta.dirname, '../../docs')

export function readExamples(): DocumentExample[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.md'))
  return names.flatMap((file) => examplesOf(file.slice(0, -'.md'.length), readFileSync(join(folder, file), 'utf8')))
}

/** @param markdown of the document */
export function examplesOf(document: string, markdown: string): DocumentExample[] {
  const examples: DocumentExample[] = []
  let section = ''
  let open: DocumentExample | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)$/u.exec(line)
    if (open) {
      if (line === '```') {
        examples.push(open)
        open = null
      } else open.code += `${line}\n`
    } else if (fence) open = { document, line: index + 2, language: fence[1] ?? '', code: '', section }
    else section = /^###? (.+)$/u.exec(line)?.[1] ?? section
  }
  return examples
}

const isWholePage = ({ code }: DocumentExample): boolean => code.startsWith('<!doctype html>')

/** Sections of docs/inspector.md that show a rule: their markup is wrong on purpose, or shortened. */
const showsRule = ({ document, section }: DocumentExample): boolean =>
  document === 'inspector' && /^[a-z]+(-[a-z]+)+$/u.test(section)

/** Install tags and settings for the head, which name a server that does not exist. */
const isForTheHead = ({ code }: DocumentExample): boolean => /^<(?:script|head)\b/u.test(code)

/** Examples that a reader can paste: whole pages, and elements for the body of a page with the install tag. */
export function pastedExamples(): {
  name: string
  document: string
  section: string
  isWhole: boolean
  html: string
}[] {
  return readExamples()
    .filter((example) => example.language === 'html' && !showsRule(example) && !isForTheHead(example))
    .map((example) => ({
      name: `docs/${example.document}.md:${example.line}`,
      document: example.document,
      section: example.section,
      isWhole: isWholePage(example),
      html: isWholePage(example) ? example.code : emptyPage(example.code),
    }))
}

const emptyPage = (body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Empty</title>
    <script src="http://localhost:4001/membership.js?app=app_demo" data-memberstack-app="app_demo"></script>
  </head>
  <body>
    ${body}
  </body>
</html>
`

export interface RuleExample {
  rule: string
  wrong: string
  right: string
}

/** The pairs of docs/inspector.md, each with the rule of its section. */
export function ruleExamples(): RuleExample[] {
  return readExamples()
    .filter((example) => example.language === 'html' && showsRule(example) && example.code.startsWith('<!-- Wrong'))
    .map(({ section, code }) => {
      const [wrong = '', right = ''] = code.split(/<!-- Right[^>]*-->/u)
      return { rule: section, wrong, right }
    })
}

/** The markup of each notice in docs/inspector.md. */
export function noticeExamples(): { notice: string; html: string }[] {
  return readExamples()
    .filter(({ language, section }) => language === 'html' && section.startsWith('found-'))
    .map(({ section, code }) => ({ notice: section, html: code }))
}
