import { MEMBER_SEARCH_MAX_WORDS } from '../../../contract/limits'
import type { MemberSearch } from '../../ports/member-store'
import type { AppDefinition } from '../app-definition'

/** What a search of members looks for: names are the text fields whose key is `name` or ends with it. */
export function memberSearch({ customFields }: Pick<AppDefinition, 'customFields'>, text: string): MemberSearch {
  const isName = ({ key, type }: AppDefinition['customFields'][number]) => type === 'text' && key.endsWith('name')
  return {
    words: text.split(/\s+/u).filter(Boolean).slice(0, MEMBER_SEARCH_MAX_WORDS),
    nameFields: customFields.filter(isName).map(({ key }) => key),
  }
}
