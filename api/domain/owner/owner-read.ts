import { MEMBER_SEARCH_MAX_WORDS, OWNER_READ_MAX_MS } from '../../../contract/limits'
import type { ExpensiveRead } from '../../database/expensive-reads'
import type { MemberSearch } from '../../ports/member-store'
import type { AppDefinition } from '../app-definition'

/**
 * Runs a list or a search of an owner beside the server: its cost grows with the number of members, and no other request waits
 * for it.
 * @param caller who asks: one owner's reads never take the places of all others
 * @throws ApiError `query-limit-exceeded` past OWNER_READ_MAX_MS, `too-many-requests` while too many others read
 */
export const ownerRead = <R, T>(
  { expensiveRead }: { expensiveRead: ExpensiveRead<R> },
  caller: string,
  work: (db: R) => Promise<T>,
): Promise<T> => expensiveRead(work, { maxMs: OWNER_READ_MAX_MS, caller })

/** What a search of members looks for: names are the text fields whose key is `name` or ends with it. */
export function memberSearch({ customFields }: Pick<AppDefinition, 'customFields'>, text: string): MemberSearch {
  const isName = ({ key, type }: AppDefinition['customFields'][number]) => type === 'text' && key.endsWith('name')
  return {
    words: text.split(/\s+/u).filter(Boolean).slice(0, MEMBER_SEARCH_MAX_WORDS),
    nameFields: customFields.filter(isName).map(({ key }) => key),
  }
}
