import { membershipEndpoints } from '../../contract/endpoints/membership'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { fillPath } from '../../contract/fill-path'
import { AUTH_PROVIDER_PATH } from '../../contract/providers'
import { attributes, choiceAttributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import type { InspectorStorage } from '../storage/inspector'
import type { InspectionEvent } from '../stores/inspection'
import { pageBefore } from './kept-rows'
import type { LogRow } from './log-row'
import { groupReason, reasonFor } from './reasons'
import { redactAddress, redactInput, redactText } from './redact'
import type { InspectorStore } from './store'

const ROWS_MAX = 200
const KEPT_ROWS_MAX = 50

export interface Log {
  /** @param at epoch milliseconds */
  tell(event: InspectionEvent, at: number): void
  stop(): void
}

interface LogSettings {
  store: Pick<InspectorStore, 'log' | 'appData'>
  storage: Pick<InspectorStorage, 'readLog' | 'writeLog'>
  window: Window & typeof globalThis
}

/** Writes down what the widget does, and keeps the end of it for the next page of this tab. */
export function createLog({ store, storage, window }: LogSettings): Log {
  // The inspector starts when the page has time: much may have happened since the page began.
  const began = Math.round(window.performance.timeOrigin)
  const own: LogRow = { at: began, kind: 'page', text: redactText(window.location.pathname) }
  /** How often the newest line was written, one after the other. */
  let times = 1
  let newest = ''
  const write = (row: LogRow): void => {
    const rows = store.log.get()
    times = row.kind === 'gating' && row.text === newest ? times + 1 : 1
    newest = row.text
    // A page may have thousands of gated elements: they must not push out everything else.
    if (times > 1) store.log.set([...rows.slice(0, -1), { ...row, text: `${row.text} (${times} times)` }])
    else store.log.set([...rows, row].slice(-ROWS_MAX))
  }
  const keep = (): void => {
    const rows = store.log.get()
    const since = rows.slice(rows.indexOf(own) + 1)
    storage.writeLog(JSON.stringify([own, ...since.slice(1 - KEPT_ROWS_MAX)]))
  }
  store.log.set([...pageBefore(storage.readLog(), KEPT_ROWS_MAX), own])
  window.addEventListener('pagehide', keep)
  return {
    tell(event, at) {
      write({ at, ...describe(event, store.appData.get(), window) })
      // There may be no other moment: a page that is left before it has loaded is not told so.
      if (event.kind === 'redirect') keep()
    },
    stop: () => window.removeEventListener('pagehide', keep),
  }
}

function describe(
  event: InspectionEvent,
  app: ReturnType<InspectorStore['appData']['get']>,
  window: Window & typeof globalThis,
): Omit<LogRow, 'at'> {
  if (event.kind === 'call') return describeCall(event)
  if (event.kind === 'provider') return describeWay(event)
  if (event.kind === 'redirect') {
    const group = app?.contentGroups.find(({ key }) => key === event.group)
    const why = group ? `: ${groupReason(group)}` : ''
    return { kind: 'redirect', text: `redirect to ${redactAddress(event.to, window.document.baseURI)}${why}` }
  }
  const written = (name: string): string => redactText(unclobbered(event.element).getAttribute(name) ?? '')
  if (event.kind === 'plan-price-clicked') {
    const choice = choiceAttributes.filter((name) => unclobbered(event.element).hasAttribute(name))
    return { kind: 'choice', text: `clicked: ${choice.map((name) => `${name}="${written(name)}"`).join(' ')}` }
  }
  const isHidden = (): boolean => window.getComputedStyle(event.element).display === 'none'
  const what = event.kind === 'content-removed' ? 'removed' : isHidden() ? 'hidden' : 'shown again'
  return { kind: 'gating', text: `${what}: ${reasonFor(written(attributes.content), app)}` }
}

function describeCall({ name, input, status, code, tookMs }: InspectionEvent & { kind: 'call' }): Omit<LogRow, 'at'> {
  const { method, path: template }: Endpoint = membershipEndpoints[name]
  const { path, rest } = fillPath(template, input)
  const detail = Object.keys(rest).length > 0 ? { detail: redactInput(rest) } : {}
  const answer = status === 0 ? 'no answer' : [status, code].filter(Boolean).join(' ')
  const kind = code === null ? 'call' : 'error'
  return { kind, text: redactText(`${method} ${path} → ${answer} (${tookMs} ms)`), ...detail }
}

function describeWay({ flow, input, code, tookMs }: InspectionEvent & { kind: 'provider' }): Omit<LogRow, 'at'> {
  const text = redactText(`${AUTH_PROVIDER_PATH}/${flow} → ${code ?? 'done'} (${tookMs} ms)`)
  return { kind: code === null ? 'call' : 'error', text, detail: redactInput(input) }
}
