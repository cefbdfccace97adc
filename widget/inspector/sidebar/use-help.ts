import { isRecord } from '../../lib/values'
import { readInspectorHelp } from '../../transport/data-files'
import type { HelpEntry } from '../item'
import { useSidebar } from './sidebar-context'
import { type Answer, useAnswer } from './use-answer'

export type Help = Answer<readonly HelpEntry[]>

/** The texts beside the script, fetched when they are first wanted. */
export function useHelp(isWanted: boolean): Help {
  const { window, apiUrl } = useSidebar()
  return useAnswer(isWanted, async () => {
    const answer = await readInspectorHelp(apiUrl, window.fetch.bind(window))
    if (!Array.isArray(answer)) throw new TypeError('The help file holds no list.')
    return answer.filter(isHelpEntry)
  })
}

/** As far as it is shown. */
const isHelpEntry = (entry: unknown): entry is HelpEntry =>
  isRecord(entry) &&
  [entry['id'], entry['description'], entry['documentationLink']].every((text) => typeof text === 'string') &&
  Array.isArray(entry['helpItems'])
