import { sanitizeHtml, UnusableHtmlError } from '../../../api/lib/html'
import { renderDocument } from '../../../api/features/docs/documents'
import { inspectSource } from '../../../widget/inspector/rules/source/inspect-source'
import { shippedApps } from '../../../commands/inspect/read-app'
import { allowingLater, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const ACTS =
  /<(script|style|iframe|object|embed|form|svg|math|template|base|link|meta)[\s>/]|\son\w+\s*=\s*["']|href="\s*javascript:/iu

const hostedHtml: FuzzTarget = {
  name: 'hosted-html',
  from: 'HTML that an owner has members read',
  seeds: [
    '<h2>Tips</h2><p>…<a href="https://a.example">x</a>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<a href="java\tscript:alert(1)">',
    '<table><a></table><p><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ],
  quickRuns: 150,
  async run(bytes) {
    const safe = await allowingLater([UnusableHtmlError], () => sanitizeHtml(textOf(bytes)))
    if (safe && ACTS.test(safe.content.replaceAll(/"[^"]*"/gu, (text) => (text.includes('javascript:') ? text : '""'))))
      throw new Error(`It left ${safe.content.slice(0, 200)}`)
    const again = safe && (await sanitizeHtml(safe.content))
    if (again && again.content !== safe.content) throw new Error('A second look changes it.')
  },
}

const document: FuzzTarget = {
  name: 'document',
  from: 'the documentation, in Markdown',
  seeds: [
    '# Title\n\nText [a](b.md#c) `code`\n\n## Two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
    '[x](javascript:alert(1)) ![y](data:,) <script>alert(1)</script>',
    '- a\n  - b\n    1. c\n\n```sh\nx\n```\n',
    '> > > > a\n[a]: <b>\n',
  ],
  quickRuns: 100,
  async run(bytes) {
    const { html } = await renderDocument(textOf(bytes), { demoUrl: 'http://demo', names: new Set(['b']) })
    if (
      /<script|javascript:[^"]*"[^>]*>|\son\w+=/iu.test(html) &&
      /<[^>]*(\son\w+=|href="javascript:)|<script/iu.test(html)
    )
      throw new Error(`It left ${html.slice(0, 200)}`)
  },
}

const [{ app }] = shippedApps()
const page: FuzzTarget = {
  name: 'inspected-page',
  from: 'a page that the inspector reads as text',
  seeds: [
    '<!doctype html><script data-memberstack-app="app_demo" src="x"></script><form data-ms-form="signup"><input data-ms-member="email"></form>',
    '<div data-ms-content="!members, pro" data-ms-price:add="prc_x">',
    '<table><tr><form data-ms-form=login><td><input type=password></form>',
    '<a data-ms-modal="login" data-ms-plan:add="pln_free" data-ms-redirect="//x">',
    '<frameset><noscript><template><svg><title>',
  ],
  quickRuns: 100,
  run: (bytes) => void inspectSource({ name: 'a.html', text: textOf(bytes), location: null }, app),
}

export const textTargets = [hostedHtml, document, page]
