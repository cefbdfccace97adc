import { isOwnerListName } from '../../api/domain/owner/owner-lists'
import type { OwnerListName } from '../../api/domain/owner/owner-lists'
import type { Mode } from '../../api/lib/ids'
import { parseArguments, UsageError } from '../terminal/parse-arguments'

/** What is to be done, and with what. */
export type OwnerVerb =
  | { verb: 'link' }
  | { verb: 'list'; list: OwnerListName; limit: number; before: string | null }
  | { verb: 'revoke'; id: string; text: string }
  | { verb: 'note'; id: string; text: string }
  | { verb: 'refund'; id: string }

export interface OwnerRequest {
  what: OwnerVerb
  appId: string
  /** Null: Test Mode on a development machine, else live. */
  mode: Mode | null
  json: boolean
}

const LIMIT_MAX = 1_000

const options = {
  app: { type: 'string', default: 'app_trusttag' },
  mode: { type: 'string' },
  limit: { type: 'string', default: '50' },
  before: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): OwnerRequest | 'help' {
  const { values, positionals } = parseArguments(argv, options)
  if (values.help) return 'help'
  const limit = Number(values.limit)
  if (!/^\d{1,4}$/u.test(values.limit) || limit < 1 || limit > LIMIT_MAX)
    throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}.`)
  const page = { limit, before: values.before ?? null }
  return { what: readVerb(positionals, page), appId: values.app, mode: readMode(values.mode), json: values.json }
}

function readMode(mode: string | undefined): Mode | null {
  if (mode === undefined || mode === 'test' || mode === 'live') return mode ?? null
  throw new UsageError('--mode must be test or live.')
}

function readVerb([verb = '', ...rest]: string[], page: { limit: number; before: string | null }): OwnerVerb {
  const [act = '', id = '', text = ''] = rest
  if (verb === 'tags' && act === 'revoke')
    return { verb: 'revoke', ...exactly(rest, 3, 'tags revoke <id> "<reason>"', { id, text }) }
  if (verb === 'purchases' && act === 'note')
    return { verb: 'note', ...exactly(rest, 3, 'purchases note <id> "<text>"', { id, text }) }
  if (verb === 'refund') return { verb, ...exactly(rest, 1, 'refund <purchaseId>', { id: act }) }
  if (verb === 'link') return { verb, ...exactly(rest, 0, 'link', {}) }
  if (isOwnerListName(verb)) return { verb: 'list', ...exactly(rest, 0, verb, { list: verb, ...page }) }
  throw new UsageError(verb === '' ? 'Say what to do.' : `There is no verb ${JSON.stringify(verb)}.`)
}

function exactly<T>(given: readonly string[], count: number, usage: string, value: T): T {
  if (given.length === count && !given.includes('')) return value
  // An empty note takes the note away.
  if (given.length === count && given[0] === 'note' && given[1] !== '') return value
  throw new UsageError(`Write it like this: npm run owner -- ${usage}`)
}
