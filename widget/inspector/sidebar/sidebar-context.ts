import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'
import { COPIED_LABEL_MS } from '../../../contract/limits'
import { isRecord } from '../../lib/values'
import { readInspectorHelp } from '../../transport/data-files'
import type { ReportFormat } from '../report'
import type { HelpEntry, InspectorSettings, InspectorStore } from '../store'

export interface SidebarSettings extends InspectorSettings {
  store: InspectorStore
  /** In the inspector's shadow root, after the badge. */
  container: Element
  /** Scrolls to an element and highlights it briefly. Returns why another element is shown, or an empty text. */
  reveal: (element: Element) => string
  /** All findings and the log. */
  report: (format: ReportFormat) => string
  /** Closes the sidebar and focuses the badge. */
  close: () => void
}

/** For every part of the sidebar. */
export const SidebarContext = createContext<SidebarSettings | null>(null)

export function useSidebar(): SidebarSettings {
  const settings = useContext(SidebarContext)
  if (!settings) throw new Error('Not inside the sidebar.')
  return settings
}

/** Copies a text and shows a notice. */
export const CopyContext = createContext<(text: string) => void>(() => {})

export interface Loaded<T> {
  state: 'loading' | 'failed' | 'loaded'
  /** Undefined until it has loaded. */
  value: T | undefined
  retry: () => void
}

/** Loads when `isWanted`, and again on `retry`. */
export function useLoaded<T>(isWanted: boolean, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T>['state']>('loading')
  const [value, setValue] = useState<T>()
  const request = useEffectEvent(load)
  const isLoading = isWanted && state === 'loading'
  useEffect(() => {
    if (!isLoading) return undefined
    let isCurrent = true
    const end = (ending: 'failed' | 'loaded', found?: T): void => {
      if (!isCurrent) return
      setValue(found)
      setState(ending)
    }
    request().then(
      (found) => end('loaded', found),
      () => end('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [isLoading])
  return { state, value, retry: () => setState('loading') }
}

export type Help = Loaded<readonly HelpEntry[]>

/** The help texts, loaded when first needed. */
export function useHelp(isWanted: boolean): Help {
  const { window, apiUrl } = useSidebar()
  return useLoaded(isWanted, async () => {
    const entries = await readInspectorHelp(apiUrl, window.fetch.bind(window))
    if (!Array.isArray(entries)) throw new TypeError('The help file is not a list.')
    return entries.filter(isHelpEntry)
  })
}

/** Validates what is shown. */
const isHelpEntry = (entry: unknown): entry is HelpEntry =>
  isRecord(entry) &&
  [entry['id'], entry['description'], entry['documentationLink']].every((text) => typeof text === 'string') &&
  Array.isArray(entry['helpItems'])

/** The result of copying. `text` is set if the browser refused, to copy it by hand. */
export interface Notice {
  text?: string
}

export function useCopy(): { notice: Notice | null; copy: (text: string) => void; dismiss: () => void } {
  const { window } = useSidebar()
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice || notice.text !== undefined) return undefined
    const timer = setTimeout(() => setNotice(null), COPIED_LABEL_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const copy = (text: string): void =>
    // In the chain: insecure pages have no clipboard, and the error must be caught.
    void Promise.resolve()
      .then(() => window.navigator.clipboard.writeText(text))
      .then(
        () => setNotice({}),
        () => setNotice({ text }),
      )
  return { notice, copy, dismiss: () => setNotice(null) }
}
