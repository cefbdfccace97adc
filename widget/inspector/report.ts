import { CLIENT_VERSION } from '../../contract/limits'
import { unclobbered } from '../lib/dom'
import { redactText, redactUrl } from './redact'
import type { InspectorItem, InspectorStore, LogRow } from './store'

/**
 * The items and the log as plain text, to paste into a question. Of the member it says only whether one is logged in.
 * @param window whose URL the report names
 */
export function createReport(store: InspectorStore, window: Window): string {
  const app = store.appData.get()
  const of = (type: InspectorItem['type']): readonly InspectorItem[] =>
    store.inspectorData.get().filter((item) => item.type === type)
  const found = of('found').map(({ title, elements }) => `${title}: ${elements.length}`)
  return [
    `Page: ${window.location.origin}${redactUrl(window.location.pathname, window.location.href)}`,
    `App: ${app ? `${app.id} (Test Mode)` : 'not known'}`,
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

const section = (title: string, lines: readonly string[]): string[] => ['', `${title}: ${lines.length}`, ...lines]

const asLine = ({ id, attribute, title, message, elements: [element] }: InspectorItem): string =>
  redactText(`${id} (${attribute}): ${title}.${message ? ` ${message}` : ''}`) +
  (element ? ` At ${cssPath(element)}` : '')

/** Without the input of calls: it contains the member's data. */
const asLogLine = ({ at, kind, text }: LogRow): string => `${new Date(at).toISOString()} ${kind} ${text}`

/** A selector for the element, from the nearest id on. */
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
