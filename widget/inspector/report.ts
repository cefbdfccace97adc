import { CLIENT_VERSION } from '../../contract/limits'
import { unclobbered } from '../lib/dom'
import type { InspectorItem } from './item'
import type { LogRow } from './log-row'
import { redactAddress, redactText } from './redact'
import type { InspectorStore } from './store'

/**
 * What the inspector knows of a page as plain text, to be pasted into a question to somebody: the page and its mistakes,
 * and nothing about the member but that there is one.
 * @param window whose address the report names
 */
export function createReport(store: InspectorStore, window: Window): string {
  const app = store.appData.get()
  const of = (type: InspectorItem['type']): readonly InspectorItem[] =>
    store.inspectorData.get().filter((item) => item.type === type)
  const found = of('found').map(({ title, elements }) => `${title}: ${elements.length}`)
  return [
    `Page: ${window.location.origin}${redactAddress(window.location.pathname, window.location.href)}`,
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

/** What was sent is left out: names and texts of the member stand there. */
const asLogLine = ({ at, kind, text }: LogRow): string => `${new Date(at).toISOString()} ${kind} ${text}`

/** A selector that picks the element, from the nearest one with an id on. */
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
