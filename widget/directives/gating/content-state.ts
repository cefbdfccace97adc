import { tryOrUndefined } from '../../lib/errors'
import { $app, $readiness } from '../../stores/app'
import { $member } from '../../stores/identity'
import { trueContent, type TrueContent } from './true-content'

export interface ContentState {
  now(): TrueContent
  stop(): void
}

/**
 * Follows who is looking at the page.
 * @param tell called after a change of what holds; other changes of the member cost nothing
 */
export function followContentState(tell: () => void): ContentState {
  let content = read()
  const look = (): void => {
    const next = read()
    if (JSON.stringify(next) === JSON.stringify(content)) return
    content = next
    tell()
  }
  const stops = [$member, $readiness, $app].map((store) => store.listen(look))
  return { now: () => content, stop: () => stops.forEach((end) => end()) }
}

/** An answer that makes no sense counts as none: gates stay shut, the visitors' side shows. */
const read = (): TrueContent =>
  tryOrUndefined(() => trueContent({ member: $member.get(), readiness: $readiness.get(), app: $app.get() })) ?? {
    holds: [],
    others: 'all',
    final: false,
  }
