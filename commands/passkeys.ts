import * as v from 'valibot'
import { ConfigError, readConfig } from '../api/config'
import type { AppDefinition } from '../api/features/apps/definition'
import {
  labelsOf,
  liveRpId,
  publicDomains,
  RELATED_LABELS_MAX,
  relatedOrigins,
} from '../api/features/apps/relying-party'
import { listApps } from '../api/features/apps/repository'
import { signInPolicy } from '../api/features/apps/sign-in-policy'
import { openStore } from '../api/open-store'
import { runCommand, verbOf } from './command'
import type { CommandOptions } from './command'

interface PasskeysCommandOptions extends CommandOptions {
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * @param argv without Node and the script
 * @returns exit code: 0 all domains work, 1 one does not, 2 invalid usage
 */
export const passkeysCommand = (argv: readonly string[], options: PasskeysCommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input }) => {
    const findings = await verb.run(input, options)
    for (const { line } of findings) options.print(line)
    return findings.every(({ works }) => works) ? 0 : 1
  })

interface Finding {
  works: boolean
  line: string
}

const check = verbOf<[options: PasskeysCommandOptions], Finding[]>()({
  name: 'check',
  options: { app: { type: 'string', value: '<id>', summary: 'one app only' } },
  summary: 'tests whether passkeys work on all live domains of each app',
  run: ({ values: { app } }, options) => checkApps(options, app),
})

const command = {
  name: 'passkeys',
  usage: ['-- <verb>'],
  about: 'Reads https://<rpId>/.well-known/webauthn as browsers do, and says on which live domains passkeys work.',
  verbs: [check],
  options: {},
  notes: `Reads the same settings as the server. An app with several domains needs signIn.passkeys.rpId and that file, unless rpId is
the host of this API, which serves it. Domains outside of rpId need Chrome or Edge 128, Safari 18 or Firefox 152.`,
  exitCodes: ['passkeys work on all domains', 'a domain has none', 'invalid usage'],
  refusals: [ConfigError],
} as const

async function checkApps({ env, fetch }: PasskeysCommandOptions, id: string | undefined): Promise<Finding[]> {
  const store = await openStore(readConfig(env), { mustExist: true })
  try {
    const apps = (await listApps(store)).filter((app) => id === undefined || app.id === id)
    if (apps.length === 0) throw new ConfigError(`There is no app ${id}.`)
    const findings: Finding[] = []
    for (const app of apps) findings.push(...(await checkApp(app, fetch)))
    return findings
  } finally {
    await store.close()
  }
}

async function checkApp(app: AppDefinition, fetch: PasskeysCommandOptions['fetch']): Promise<Finding[]> {
  const say = (works: boolean, text: string): Finding => ({ works, line: `${app.id}: ${text}` })
  const domains = publicDomains(app)
  if (!signInPolicy(app).methods.passkey) return [say(true, 'passkeys are switched off.')]
  if (domains.length === 0) return [say(true, 'no live domain yet.')]
  const rpId = await liveRpId(app)
  if (rpId === null)
    return [say(false, `several domains (${domains.join(', ')}) and no signIn.passkeys.rpId: live pages offer none.`)]
  const others = domains.filter((domain) => domain !== rpId && !domain.endsWith(`.${rpId}`))
  const own = domains.filter((domain) => !others.includes(domain))
  const works = own.map((domain) => say(true, `${domain} works.`))
  if (others.length === 0) return works
  const listed = await readOrigins(rpId, fetch)
  if (typeof listed === 'string') return [...works, say(false, `${fileOf(rpId)} ${listed}`)]
  const wanted = new Set(await relatedOrigins(app, rpId))
  const counted = await countedOrigins(listed)
  const related = others.map((domain) => {
    const origin = `https://${domain}`
    if (!wanted.has(origin))
      return say(false, `${domain} is one domain too many: browsers accept ${RELATED_LABELS_MAX}.`)
    if (!listed.includes(origin)) return say(false, `${fileOf(rpId)} does not list ${origin}.`)
    if (!counted.has(origin)) return say(false, `${fileOf(rpId)} lists too many domains before ${origin}.`)
    return say(true, `${domain} works, as listed by ${rpId}.`)
  })
  return [...works, ...related]
}

const fileOf = (rpId: string): string => `https://${rpId}/.well-known/webauthn`

const TIMEOUT_MS = 10_000

const related = v.object({ origins: v.array(v.string()) })

/** As browsers read it: without cookies, after redirects, as JSON. @returns the origins, or what is wrong */
async function readOrigins(rpId: string, fetch: PasskeysCommandOptions['fetch']): Promise<string[] | string> {
  const init = { credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  try {
    const response = await fetch(fileOf(rpId), init)
    if (response.status !== 200) return `has the status ${response.status}.`
    const type = response.headers.get('content-type') ?? ''
    if (!/^application\/json\b/iu.test(type)) return `has the content type "${type}". It must be application/json.`
    const parsed = v.safeParse(related, JSON.parse(await response.text()))
    return parsed.success ? parsed.output.origins : 'has no list "origins".'
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Browsers ignore the origins of any further domain name after five. */
async function countedOrigins(listed: readonly string[]): Promise<Set<string>> {
  const labelOf = await labelsOf()
  const labels = new Set<string>()
  const counted = new Set<string>()
  for (const origin of listed) {
    const label = labelOf(origin)
    if (labels.size >= RELATED_LABELS_MAX && !labels.has(label)) continue
    labels.add(label)
    counted.add(origin)
  }
  return counted
}
