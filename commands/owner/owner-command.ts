import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { ApiError } from '../../api/lib/errors'
import { notePurchase } from '../../api/domain/owner/note-purchase'
import type { Owner } from '../../api/domain/owner/owner-act'
import { ownerLists } from '../../api/domain/owner/owner-lists'
import { makeOwnerLink } from '../../api/domain/owner/owner-session'
import { refundAsOwner } from '../../api/domain/owner/refund-as-owner'
import { revokeAsOwner } from '../../api/domain/owner/revoke-as-owner'
import { OWNER_LINK_LIFETIME_MINUTES } from '../../contract/limits'
import { toJson } from '../terminal/harmless'
import { exitCodeOf } from '../terminal/exit-code'
import { help } from './help'
import { openServices } from './open-services'
import type { CommandServices } from './open-services'
import { printList } from './print-list'
import { readRequest } from './read-request'
import type { OwnerRequest, OwnerVerb } from './read-request'

export interface CommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  /** Folder of the question banks. */
  banksFolder: string | URL
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/** What a verb answers: for programs, and for people. */
interface Outcome {
  data: object
  lines: string[]
}

/**
 * Reads or does what the owner of an app asks for, on the database file of the server, which may run meanwhile.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 asked wrongly
 */
export async function ownerCommand(argv: readonly string[], options: CommandOptions): Promise<number> {
  const { env, print, complain } = options
  const work = async (): Promise<void> => {
    const request = readRequest(argv)
    if (request === 'help') print(help)
    else await answer(request, readConfig(env), options)
  }
  return exitCodeOf(work, { command: 'owner', complain, refusal: ApiError })
}

async function answer(
  { what, appId, mode, json }: OwnerRequest,
  config: Config,
  options: CommandOptions,
): Promise<void> {
  const services = await openServices(config, options.banksFolder)
  try {
    await requireApp(services, appId)
    const owner: Owner = { appId, mode: mode ?? (config.development ? 'test' : 'live'), actor: 'owner command' }
    const { data, lines } = await carryOut(services, owner, what)
    const heading = `${appId}, ${owner.mode === 'test' ? 'Test Mode' : 'live'}`
    if (json) options.print(toJson({ app: appId, mode: owner.mode, ...data }))
    else for (const line of [heading, ...lines]) options.print(line)
  } finally {
    await services.store.close()
  }
}

async function requireApp({ store }: CommandServices, appId: string): Promise<void> {
  const apps = (await store.apps.list()).filter(({ trustTag }) => trustTag)
  if (apps.some(({ id }) => id === appId)) return
  const known = apps.map(({ id }) => id).join(', ') || 'none'
  throw new ConfigError(`No app ${JSON.stringify(appId)} issues TrustTags here. Those that do: ${known}.`)
}

async function carryOut(services: CommandServices, owner: Owner, what: OwnerVerb): Promise<Outcome> {
  if (what.verb === 'list') return readList(services, owner, what)
  if (what.verb === 'link') return link(services, owner)
  if (what.verb === 'refund') return refund(services, owner, what.id)
  if (what.verb === 'revoke') {
    await revokeAsOwner(services, owner, what.id, what.text)
    return { data: { revoked: what.id }, lines: ['The TrustTag is revoked. Its holder is told by mail.'] }
  }
  await notePurchase(services, owner, what.id, what.text)
  return { data: { noted: what.id }, lines: ['The note is saved.'] }
}

async function link(services: CommandServices, { appId, mode, actor }: Owner): Promise<Outcome> {
  const { url, expiresAt } = await makeOwnerLink(services, { appId, mode })
  services.securityLog.write('owner-link-made', { appId, mode, actor })
  const data = { url, expiresAt: new Date(expiresAt).toISOString() }
  return { data, lines: [`Open this within ${OWNER_LINK_LIFETIME_MINUTES} minutes. It works once.`, url] }
}

const refunds = {
  done: 'The unused TrustTags are refunded.',
  later: 'The refund is noted. The payment service cannot be reached right now: the server tries again.',
} as const

async function refund(services: CommandServices, owner: Owner, id: string): Promise<Outcome> {
  const outcome = await refundAsOwner(services, owner, id)
  return { data: { refunded: id, outcome }, lines: [refunds[outcome]] }
}

async function readList(
  services: CommandServices,
  owner: Owner,
  { list: name, limit, before }: Extract<OwnerVerb, { verb: 'list' }>,
): Promise<Outcome> {
  const page = await ownerLists[name].read(services, owner, { limit, before })
  const more = page.next === null ? [] : [`There is more: npm run owner -- ${name} --before ${page.next}`]
  return { data: page, lines: [...printList(ownerLists[name], page), ...more] }
}
