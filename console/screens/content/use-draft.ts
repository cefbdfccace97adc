import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useConsole, usePerson, useScope } from '../../data/console'
import { useReload } from '../../data/queries'
import { toFailure } from '../../lib/failure'
import type { Failure } from '../../lib/failure'
import { toKind } from './groups'
import type { Kind } from './groups'

type Piece = AdminOutput<'readContent'>
type State = NonNullable<Piece['draft']>
export type Typed = Pick<State, 'name' | 'group' | 'content'> & { type: Kind }

/** Enough to finish a word; what is typed is in the browser's storage at once. */
const SAVE_AFTER_MS = 800
const RETRY_AFTER_MS = 5_000

interface Shown {
  typed: Typed
  /** Of the draft on the server; 0: none. */
  version: number
  isSaving: boolean
  isSaved: boolean
  failure: Failure | null
  /** Text of an earlier visit that had not been saved. */
  isRestored: boolean
  /** Grows when the text comes from elsewhere: an editor starts again. */
  origin: number
}

export interface DraftEditor extends Shown {
  change: (part: Partial<Typed>) => void
  /** Shows what the server has. */
  replace: (state: State, isDraft: boolean) => void
  /** @returns the version of the draft once all is saved; null if it can't be */
  flush: () => Promise<number | null>
  /** Replaces another person's draft. */
  keep: () => void
}

const typedOf = ({ name, group, type, content }: Omit<Typed, 'type'> & { type: string }): Typed => ({
  name,
  group,
  type: toKind(type),
  content,
})

const isSame = (one: Typed, other: Typed): boolean =>
  one.name === other.name && one.group === other.group && one.content === other.content

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Unsaved text of an earlier visit in this browser. */
function readKept(text: string | null, server: Typed): { typed: Typed; version: number } | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!isRecord(kept)) return null
    const { name, group, content, version } = kept
    if (typeof name !== 'string' || typeof group !== 'string' || typeof content !== 'string') return null
    const typed = { ...server, name, group, content }
    return isSame(typed, server) || typeof version !== 'number' ? null : { typed, version }
  } catch {
    return null
  }
}

/** @param keptText the piece's unsaved text in this browser */
function startOf(piece: Piece, keptText: string | null): Shown {
  const server = piece.draft ?? piece.published
  const before = typedOf(server ?? { name: '', group: '', type: 'HTML', content: '' })
  const kept = readKept(keptText, before)
  return {
    typed: kept?.typed ?? before,
    version: kept?.version ?? piece.draft?.version ?? 0,
    isSaving: false,
    isSaved: kept === null,
    failure: null,
    isRestored: kept !== null,
    origin: 0,
  }
}

/** Sends the newest state, one call at a time. */
function useSaving(piece: Piece) {
  const { client, preferences } = useConsole()
  const scope = useScope()
  const { id: personId } = usePerson()
  const place = `${personId}:${scope.appId}:${piece.id}`
  const [shown, setShown] = useState(() => startOf(piece, preferences.typedAt(place)))
  const work = useRef({ ...shown, isBusy: false, isForced: false, timer: 0, resend: () => {} })
  const show = useCallback((part: Partial<Shown>) => {
    Object.assign(work.current, part)
    setShown((before) => ({ ...before, ...part }))
  }, [])
  const send = useCallback(async (): Promise<void> => {
    const { current } = work
    window.clearTimeout(current.timer)
    if (current.isBusy || current.isSaved || current.typed.name.trim() === '') return
    current.isBusy = true
    show({ isSaving: true })
    while (!current.isSaved) {
      const sent = current.typed
      const options = { scope, ...(!current.isForced && { ifMatch: String(current.version) }) }
      try {
        const { data } = await client.call('saveContentDraft', { item: piece.id, ...sent }, options)
        current.isForced = false
        const isSaved = current.typed === sent
        show({ version: data.draft.version, failure: null, isSaved })
        if (isSaved) preferences.keepTyped(place, null)
        else preferences.keepTyped(place, JSON.stringify({ ...current.typed, version: data.draft.version }))
      } catch (error) {
        const failure = toFailure(error)
        show({ failure })
        if (failure.status === 0 || failure.status >= 500)
          current.timer = window.setTimeout(() => current.resend(), RETRY_AFTER_MS)
        break
      }
    }
    current.isBusy = false
    show({ isSaving: false })
  }, [client, piece.id, place, preferences, scope, show])
  return { place, shown, work, show, send }
}

/**
 * A draft that saves itself: in this browser with each change, on the server after a pause. Failed saves are repeated.
 * @param piece as it was loaded
 */
export function useDraft(piece: Piece): DraftEditor {
  const { preferences } = useConsole()
  const reload = useReload()
  const { place, shown, work, show, send } = useSaving(piece)
  useEffect(() => {
    const { current } = work
    current.resend = () => void send()
    // Text of an earlier visit.
    if (!current.isSaved) void send()
    const leave = () => document.visibilityState === 'hidden' && void send()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      void send().then(() => reload(['readContent', 'listContents']))
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per visit
  }, [send])

  return {
    ...shown,
    change(part) {
      const { current } = work
      const typed = { ...current.typed, ...part }
      if (isSame(typed, current.typed)) return
      show({ typed, isSaved: false, isRestored: false })
      preferences.keepTyped(place, JSON.stringify({ ...typed, version: current.version }))
      window.clearTimeout(current.timer)
      if (!current.failure?.isConflict) current.timer = window.setTimeout(() => void send(), SAVE_AFTER_MS)
    },
    replace(state, isDraft) {
      const typed = typedOf(state)
      const origin = work.current.origin + (typed.content === work.current.typed.content ? 0 : 1)
      preferences.keepTyped(place, null)
      show({ typed, version: isDraft ? state.version : 0, isSaved: true, failure: null, isRestored: false, origin })
    },
    async flush() {
      const { current } = work
      await send()
      while (current.isBusy) await new Promise((resolve) => setTimeout(resolve, 50))
      return current.isSaved ? current.version : null
    },
    keep() {
      work.current.isForced = true
      work.current.failure = null
      void send()
    },
  }
}
