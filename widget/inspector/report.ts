import { CLIENT_VERSION } from '../../contract/limits'
import { unclobbered } from '../lib/dom'
import { markupOf } from './element-markup'
import { redactText, redactUrl } from './redact'
import type { InspectorItem, InspectorStore, LogRow } from './store'

/**
 * The items and the log as plain text, to paste into a question. About the member it says only whether one is logged
 * in.
 * @param window whose URL the report names
 */
export function createReport(store: InspectorStore, window: Window): string {
  const app = store.appData.get()
  const of = (type: InspectorItem['type']): readonly InspectorItem[] =>
    store.inspectorData.get().filter((item) => item.type === type)
  const found = of('found').map(({ title, elements }) => `${title}: ${elements.length}`)
  return [
    `Page: ${pageUrl(window)}`,
    `App: ${app ? `${app.id} (Test Mode)` : 'unknown'}`,
    `Client: ${CLIENT_VERSION}`,
    `Browser: ${window.navigator.userAgent}`,
    `Member: logged ${store.memberData.get() ? 'in' : 'out'}`,
    ...section('Errors', of('error').map(asLine)),
    ...section('Warnings', of('warning').map(asLine)),
    ...section('Attributes Found', found),
    ...section('Log', store.log.get().map(asLogLine)),
    '',
  ].join('\n')
}

/** The findings for another program. */
const createJson = (store: InspectorStore, window: Window): string =>
  JSON.stringify(
    {
      page: pageUrl(window),
      app: store.appData.get()?.id ?? null,
      client: CLIENT_VERSION,
      findings: findingsOf(store).map((item) => ({
        number: item.number,
        id: item.id,
        severity: item.type,
        attribute: item.attribute,
        title: item.title,
        message: item.message ? redactText(item.message) : null,
        selector: item.elements[0] ? cssPath(item.elements[0]) : null,
        markup: sourceOf(item),
        fix: item.fix ? redactText(item.fix.markup) : null,
      })),
    },
    null,
    2,
  )

/** The findings for an issue or a chat. */
const createMarkdown = (store: InspectorStore, window: Window): string =>
  [
    `# Inspector: ${pageUrl(window)}`,
    '',
    `App: ${store.appData.get()?.id ?? 'unknown'} (Test Mode), client ${CLIENT_VERSION}`,
    ...findingsOf(store).flatMap(asMarkdown),
    '',
  ].join('\n')

const asMarkdown = (item: InspectorItem): string[] => [
  '',
  `## ${item.number}. ${item.title} (${item.type})`,
  '',
  ...(item.message ? [redactText(item.message), ''] : []),
  '```html',
  sourceOf(item) ?? item.attribute,
  ...(item.fix ? ['<!-- fix -->', redactText(item.fix.markup)] : []),
  '```',
]

/** The reports that can be copied. */
export const reports = { text: createReport, json: createJson, markdown: createMarkdown } as const
export type ReportFormat = keyof typeof reports

const findingsOf = (store: InspectorStore): InspectorItem[] =>
  store.inspectorData.get().filter(({ type }) => type === 'error' || type === 'warning')

function sourceOf({ elements: [element], attribute, fix }: InspectorItem): string | null {
  if (!element) return null
  const { before, wrong, after } = markupOf(element, attribute, fix)
  return redactText(before + wrong + after)
}

const pageUrl = ({ location }: Window): string => location.origin + redactUrl(location.pathname, location.href)

const section = (title: string, lines: readonly string[]): string[] => ['', `${title}: ${lines.length}`, ...lines]

const asLine = ({ id, attribute, title, message, elements: [element] }: InspectorItem): string =>
  redactText(`${id} (${attribute}): ${title}.${message ? ` ${message}` : ''}`) +
  (element ? ` At ${cssPath(element)}` : '')

/** Omits the input of calls: it contains the member's data. */
const asLogLine = ({ at, kind, text }: LogRow): string => `${new Date(at).toISOString()} ${kind} ${text}`

/** A selector for the element, starting at the nearest ID. */
export function cssPath(element: Element): string {
  const steps: string[] = []
  for (let at: Element | null = element; at; at = unclobbered(at).parentElement) {
    const { id, localName, parentElement } = unclobbered(at)
    if (id) return [`#${CSS.escape(id)}`, ...steps].join(' > ')
    const siblings = parentElement ? unclobbered(parentElement).children : []
    const alike = [...siblings].filter((one) => one.localName === localName)
    const place = alike.length > 1 ? `:nth-of-type(${alike.indexOf(at) + 1})` : ''
    steps.unshift(CSS.escape(localName) + place)
  }
  return steps.join(' > ')
}
