import type { Endpoint } from '../../contract/endpoints/endpoint'
import { membershipEndpoints } from '../../contract/endpoints/membership'
import { fillPath } from '../../contract/fill-path'
import { AUTH_PROVIDER_PATH } from '../../contract/providers'
import { attributes, choiceAttributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import { parseJson } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { InspectorStorage } from '../storage/inspector'
import type { InspectionEvent } from '../stores/inspection'
import { groupReason, reasonFor } from './reasons'
import { cut, redactInput, redactText, redactUrl } from './redact'
import { type InspectorStore, logKinds, type LogRow } from './store'

const ROWS_MAX = 200
const STORED_ROWS_MAX = 50

export interface Log {
  /** @param at epoch milliseconds */
  record(event: InspectionEvent, at: number): void
  stop(): void
}

interface LogSettings {
  store: Pick<InspectorStore, 'log' | 'appData'>
  storage: Pick<InspectorStorage, 'readLog' | 'writeLog'>
  window: Window & typeof globalThis
}

/** Records what the widget does, and stores the last rows for the next page of this tab. */
export function createLog({ store, storage, window }: LogSettings): Log {
  // The inspector starts late, so the row of the page has the page's own start time.
  const began = Math.round(window.performance.timeOrigin)
  const own: LogRow = { at: began, kind: 'page', text: redactText(window.location.pathname) }
  /** How often the newest row repeated. */
  let times = 1
  let newest = ''
  /** Elements whose hiding has a row here. */
  const hidden = new WeakSet<Element>()
  const write = (row: LogRow): void => {
    const rows = store.log.get()
    times = row.kind === 'gating' && row.text === newest ? times + 1 : 1
    newest = row.text
    // Thousands of gated elements must not push out all other rows.
    if (times > 1) store.log.set([...rows.slice(0, -1), { ...row, text: `${row.text} (${times} times)` }])
    else store.log.set([...rows, row].slice(-ROWS_MAX))
  }
  const save = (): void => {
    const rows = store.log.get()
    const since = rows.slice(rows.indexOf(own) + 1)
    storage.writeLog(JSON.stringify([own, ...since.slice(1 - STORED_ROWS_MAX)]))
  }
  store.log.set([...readStoredRows(storage.readLog(), STORED_ROWS_MAX), own])
  window.addEventListener('pagehide', save)
  return {
    record(event, at) {
      write({ at, ...describe(event, store.appData.get(), window, hidden) })
      // A page that is left before it has loaded gets no pagehide.
      if (event.kind === 'redirect') save()
    },
    stop: () => window.removeEventListener('pagehide', save),
  }
}

function describe(
  event: InspectionEvent,
  app: ReturnType<InspectorStore['appData']['get']>,
  window: Window & typeof globalThis,
  hidden: WeakSet<Element>,
): Omit<LogRow, 'at'> {
  if (event.kind === 'call') return describeCall(event)
  if (event.kind === 'provider') return describeProvider(event)
  if (event.kind === 'redirect') {
    const group = app?.contentGroups.find(({ key }) => key === event.group)
    const why = group ? `: ${groupReason(group)}` : ''
    return { kind: 'redirect', text: `redirect to ${redactUrl(event.to, window.document.baseURI)}${why}` }
  }
  const written = (name: string): string => redactText(unclobbered(event.element).getAttribute(name) ?? '')
  if (event.kind === 'plan-price-clicked') {
    const choice = choiceAttributes.filter((name) => unclobbered(event.element).hasAttribute(name))
    return { kind: 'choice', text: `clicked: ${choice.map((name) => `${name}="${written(name)}"`).join(' ')}` }
  }
  const what = changeOf(event, window, hidden)
  return { kind: 'gating', text: `${what}: ${reasonFor(written(attributes.content), app)}` }
}

/** An element that was closed before the log began is shown for the first time. */
function changeOf(
  { kind, element }: { kind: string; element: Element },
  window: Window,
  hidden: WeakSet<Element>,
): string {
  const isClosed = kind === 'content-removed' || window.getComputedStyle(element).display === 'none'
  if (!isClosed) return hidden.has(element) ? 'shown again' : 'shown'
  hidden.add(element)
  return kind === 'content-removed' ? 'removed' : 'hidden'
}

function describeCall({ name, input, status, code, tookMs }: InspectionEvent & { kind: 'call' }): Omit<LogRow, 'at'> {
  const { method, path: template }: Endpoint = membershipEndpoints[name]
  const { path, rest } = fillPath(template, input)
  const detail = Object.keys(rest).length > 0 ? { detail: redactInput(rest) } : {}
  const result = status === 0 ? 'no response' : [status, code].filter(Boolean).join(' ')
  const kind = code === null ? 'call' : 'error'
  return { kind, text: redactText(`${method} ${path} → ${result} (${tookMs} ms)`), ...detail }
}

function describeProvider({ flow, input, code, tookMs }: InspectionEvent & { kind: 'provider' }): Omit<LogRow, 'at'> {
  const text = redactText(`${AUTH_PROVIDER_PATH}/${flow} → ${code ?? 'done'} (${tookMs} ms)`)
  return { kind: code === null ? 'call' : 'error', text, detail: redactInput(input) }
}

/** Limit for a stored text. */
const TEXT_MAX_CHARS = 300

/**
 * The rows of the previous page. Any script of the site can write there, so they are validated and redacted again.
 * @param json as stored; null without any
 */
function readStoredRows(json: string | null, max: number): LogRow[] {
  const stored = parseJson(json)
  return Array.isArray(stored) ? stored.slice(0, max).flatMap((row: unknown) => asRow(row) ?? []) : []
}

function asRow(value: unknown): LogRow | null {
  const { at, kind, text, detail } = isRecord(value) ? value : {}
  const known = logKinds.find((one) => one === kind)
  if (!known || typeof at !== 'number' || typeof text !== 'string') return null
  const clean = (one: string): string => cut(redactText(one), TEXT_MAX_CHARS)
  return { at, kind: known, text: clean(text), ...(typeof detail === 'string' && { detail: clean(detail) }) }
}
