import { ConfigError, readConfig } from '../api/config'
import { ApiError } from '../api/lib/errors'
import type { Mode } from '../api/lib/ids'
import type { Owner } from '../api/features/audit/actions'
import { notePurchase, refundAsOwner, revokeAsOwner } from '../api/features/owner/actions'
import { showValue } from '../api/features/owner/layout'
import { isOwnerListName, ownerLists } from '../api/features/owner/lists'
import type { OwnerList, OwnerPage } from '../api/features/owner/lists'
import { reissueGeneralTags, renameHolder } from '../api/features/tags/revoke'
import { makeOwnerLink } from '../api/features/owner/session'
import { OWNER_LINK_LIFETIME_MINUTES } from '../contract/limits'
import { runCommand, UsageError, usageError, verbOf } from './command'
import type { CommandOptions } from './command'
import { escapeControlChars, toJson } from './terminal'
import { openServices } from './services'
import type { CommandServices } from './services'
import { listApps } from '../api/features/apps/repository'

interface OwnerCommandOptions extends CommandOptions {
  /** Folder of the question banks. */
  banksFolder: string | URL
}

/** For programs, and for people. */
interface Outcome {
  data: object
  lines: string[]
}

interface PageRequest {
  limit: number
  before: string | null
}

/**
 * Works on the server's database. The server may be running.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 invalid usage
 */
export const ownerCommand = (argv: readonly string[], options: OwnerCommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input, common }) => {
    const { app: appId, json } = common
    const [mode, page] = [readMode(common.mode), { limit: readLimit(common.limit), before: common.before ?? null }]
    const config = readConfig(options.env)
    const services = await openServices(config, options.banksFolder)
    try {
      await requireApp(services, appId)
      const owner: Owner = { appId, mode: mode ?? (config.development ? 'test' : 'live'), actor: 'owner command' }
      const { data, lines } = await verb.run(input, services, owner, page)
      const heading = `${appId}, ${owner.mode === 'test' ? 'Test Mode' : 'live'}`
      if (json) options.print(toJson({ app: appId, mode: owner.mode, ...data }))
      else for (const line of [heading, ...lines]) options.print(line)
    } finally {
      await services.store.close()
    }
  })

const verb = verbOf<[services: CommandServices, owner: Owner, page: PageRequest], Outcome>()

const link = verb({
  name: 'link',
  summary: "creates a one-time link to the owner's page, valid for ten minutes",
  async run(_, services, { appId, mode, actor }) {
    const { url, expiresAt } = await makeOwnerLink(services, { appId, mode })
    services.securityLog.write('owner-link-made', { appId, mode, actor })
    const data = { url, expiresAt: new Date(expiresAt).toISOString() }
    return { data, lines: [`Open this link within ${OWNER_LINK_LIFETIME_MINUTES} minutes. It works once.`, url] }
  },
})

const lists = Object.keys(ownerLists)
  .filter(isOwnerListName)
  .map((name) =>
    verb({
      name,
      summary: `lists ${ownerLists[name].title}`,
      async run(_, services, owner, request) {
        const page = await ownerLists[name].read(services, owner, request)
        const more = page.next === null ? [] : [`Next page: npm run owner -- ${name} --before ${page.next}`]
        return { data: page, lines: [...formatList(ownerLists[name], page), ...more] }
      },
    }),
  )

const revoke = verb({
  name: 'tags revoke',
  positionals: ['<id>', '"<reason>"'],
  summary: 'revokes a TrustTag; anyone who checks it sees the reason',
  async run({ words: [id = '', reason = ''] }, services, owner) {
    if (reason === '') throw new UsageError(usageError(command, revoke))
    await revokeAsOwner(services, owner, id, reason)
    return { data: { revoked: id }, lines: ['The TrustTag was revoked. Its holder gets an email.'] }
  },
})

const reissue = verb({
  name: 'tags reissue-general',
  summary: 'issues older TrustTags of the general questions again, as "Workplace basics"',
  async run(_, services, owner) {
    const reissued = await reissueGeneralTags(services, owner)
    return {
      data: { reissued },
      lines: [`${reissued.length} TrustTags were issued again. Their holders get an email.`, ...reissued],
    }
  },
})

const rename = verb({
  name: 'members rename',
  positionals: ['<id>', '"<name>"'],
  summary: "sets the reviewed name for a member's further TrustTags",
  async run({ words: [id = '', name = ''] }, services, owner) {
    if (name === '') throw new UsageError(usageError(command, rename))
    await renameHolder(services, owner, id, name)
    return { data: { renamed: id }, lines: ['Further TrustTags of this member have this name.'] }
  },
})

const note = verb({
  name: 'purchases note',
  positionals: ['<id>', '"<text>"'],
  summary: 'sets your note on a purchase; an empty text removes it',
  async run({ words: [id = '', text = ''] }, services, owner) {
    await notePurchase(services, owner, id, text)
    return { data: { noted: id }, lines: ['The note was saved.'] }
  },
})

const refundTexts = {
  done: 'The unused TrustTags were refunded.',
  later: 'The refund was recorded. The payment service cannot be reached right now; the server will try again.',
} as const

const refund = verb({
  name: 'refund',
  positionals: ['<purchaseId>'],
  summary: 'refunds the unused TrustTags of a purchase',
  async run({ words: [id = ''] }, services, owner) {
    const outcome = await refundAsOwner(services, owner, id)
    return { data: { refunded: id, outcome }, lines: [refundTexts[outcome]] }
  },
})

const command = {
  name: 'owner',
  usage: ['-- <verb> [options]'],
  about: 'Manages an app that issues TrustTags. The server may be running.',
  verbs: [link, ...lists, rename, revoke, reissue, note, refund],
  options: {
    app: { type: 'string', value: '<id>', default: 'app_trusttag', summary: 'default: app_trusttag' },
    mode: {
      type: 'string',
      value: 'test|live',
      summary: 'default: test on a development machine, else live',
    },
    limit: { type: 'string', value: '<number>', default: '50', summary: 'rows of a list; default: 50' },
    before: {
      type: 'string',
      value: '<place>',
      summary: 'shows the next page of a list, as printed below the previous page',
    },
    json: { type: 'boolean', summary: 'JSON output' },
  },
  notes: 'Reads the same settings as the server (DATA_DIR and others). Every action is recorded in the audit log.',
  refusals: [ConfigError, ApiError],
} as const

const LIMIT_MAX = 1_000

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d{1,4}$/u.test(text) && limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}.`)
}

/** Null for the default: Test Mode on a development machine, else live. */
export function readMode(mode: string | undefined): Mode | null {
  if (mode === undefined || mode === 'test' || mode === 'live') return mode ?? null
  throw new UsageError('--mode must be test or live.')
}

async function requireApp({ store }: CommandServices, appId: string): Promise<void> {
  const apps = (await listApps(store)).filter(({ trustTag }) => trustTag)
  if (apps.some(({ id }) => id === appId)) return
  const known = apps.map(({ id }) => id).join(', ') || 'none'
  throw new ConfigError(`No app ${JSON.stringify(appId)} issues TrustTags here. Apps that do: ${known}.`)
}

const CELL_MAX_CHARS = 60

function formatList({ columns }: OwnerList, { records }: OwnerPage): string[] {
  if (records.length === 0) return ['No entries yet.']
  const names = Object.keys(columns)
  const rows = [
    Object.values(columns),
    ...records.map((record) => names.map((name) => truncate(escapeControlChars(showValue(name, record[name]))))),
  ]
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const truncate = (text: string): string =>
  text.length > CELL_MAX_CHARS ? `${text.slice(0, CELL_MAX_CHARS - 1)}…` : text
