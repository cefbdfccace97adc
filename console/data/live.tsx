import { useStore } from '@nanostores/react'
import { useQueryClient } from '@tanstack/react-query'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import { EVENTS_FALLBACK_SECONDS } from '../../contract/admin/events'
import type { ConsoleEventKind } from '../../contract/admin/events'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import { useConsole, useScope } from './console'
import { followEvents } from './events'
import { keyOf } from './queries'

/** Reads that a kind of event changes. */
export const readsOf: Readonly<Record<ConsoleEventKind, readonly AdminEndpointName[]>> = {
  member: ['listMembers', 'countMembers', 'readFigures'],
  payment: ['readFigures', 'retrieveMemberDetail', 'listMemberTimeline'],
  job: ['listJobs', 'retrieveJob'],
  // Someone did something, perhaps to a member.
  action: ['listMembers', 'countMembers', 'retrieveMemberDetail', 'retrieveMemberSignIn', 'listMemberTimeline'],
  installation: ['listInstallations'],
}

const allReads = [...new Set(Object.values(readsOf).flat())]

/** Interval for data without an event of its own, or without a stream. */
export const FALLBACK_MS = EVENTS_FALLBACK_SECONDS * 1_000

/** A busy app has an event each second; a page reads again at most so often for each kind. The first event counts at once. */
const GATHER_MS = 3_000

const $isLive = atom(false)

/** Whether changes come by themselves now. */
export const useIsLive = (): boolean => useStore($isLive)

/** Keeps the screens of this app up to date, while the tab is visible: one stream per tab. Once, in the frame. */
export function LiveUpdates() {
  const { client } = useConsole()
  const scope = useScope()
  const queries = useQueryClient()
  useEffect(() => {
    const read = (reads: readonly AdminEndpointName[]) => {
      for (const name of reads) void queries.invalidateQueries({ queryKey: keyOf(scope, name) })
    }
    const readAll = () => read(allReads)
    const gathered = gather((kind: ConsoleEventKind) => read(readsOf[kind]))
    let end: (() => void) | null = null
    const close = () => {
      end?.()
      end = null
      $isLive.set(false)
    }
    const follow = () => {
      if (document.hidden) close()
      else
        end ??= followEvents({
          client,
          scope,
          onOpen() {
            $isLive.set(true)
            readAll()
          },
          onEvent: gathered.add,
          onClose: () => $isLive.set(false),
        })
    }
    const fallback = setInterval(() => {
      if (!$isLive.get() && !document.hidden) readAll()
    }, FALLBACK_MS)
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearInterval(fallback)
      close()
      gathered.end()
    }
  }, [client, scope, queries])
  return null
}

/** Runs at once for the first item, then at most every `everyMs` for the same one, which may have come several times since. */
export function gather<Item>(run: (item: Item) => void, everyMs = GATHER_MS) {
  /** Whether it came again. */
  const known = new Map<Item, { timer: ReturnType<typeof setTimeout>; isWaiting: boolean }>()
  const start = (item: Item): void => {
    run(item)
    const timer = setTimeout(() => {
      const isWaiting = known.get(item)?.isWaiting
      known.delete(item)
      if (isWaiting) start(item)
    }, everyMs)
    known.set(item, { timer, isWaiting: false })
  }
  return {
    add(this: void, item: Item): void {
      const one = known.get(item)
      if (one) one.isWaiting = true
      else start(item)
    },
    end() {
      for (const { timer } of known.values()) clearTimeout(timer)
      known.clear()
    },
  }
}
