import * as v from 'valibot'
import type { AppDefinition } from '../../api/features/apps/definition'
import { AppDefinitionError, readDefinition } from '../../api/features/apps/read-definition'
import { changeApp } from '../../api/features/apps/change-app'
import { hostName } from '../../api/features/apps/definition'
import { auditEntry } from '../../api/features/audit/actions'
import { makeSecretKey } from '../../api/features/apps/secret-keys'
import { harmless } from '../terminal/harmless'
import { UsageError } from '../terminal/parse-arguments'
import type { AdminServices } from './open-admin-services'
import type { Act, AdminOwner, FileVerb, Outcome, Typed } from './verb'

/** What an owner is asked, in this order. Each has an option of the same name, for programs. */
interface Question<T> {
  question: string
  /** Taken for an empty line. */
  usual?: string
  /** @returns the value, or null for what cannot be meant */
  read: (typed: string) => T | null
  /** What is said then. */
  refusal: string
}

const NAME_MAX_CHARS = 100

/** How members prove who they are → what the app's definition says. */
const signIn: Readonly<Record<string, AppDefinition['passwordless']>> = {
  password: { enabled: false, isDefault: false },
  code: { enabled: true, isDefault: true },
  both: { enabled: true, isDefault: false },
}

const questions = {
  name: {
    question: 'Name of the app, as members read it',
    read: (typed: string) => (typed !== '' && typed.length <= NAME_MAX_CHARS ? harmless(typed) : null),
    refusal: `A name has 1 to ${NAME_MAX_CHARS} characters.`,
  },
  domains: {
    question: 'Host names of your site, separated by commas: the app is live there, and in Test Mode elsewhere',
    read: readHostNames,
    refusal: 'Give host names, such as www.example.com, separated by commas.',
  },
  'sign-in': {
    question: 'Members log in with a password, a mailed code, or both',
    usual: 'both',
    read: (typed: string) => (Object.hasOwn(signIn, typed) ? (signIn[typed] ?? null) : null),
    refusal: 'Say password, code or both.',
  },
  sender: {
    question: 'Email address that mails come from',
    read: (typed: string) => (v.is(v.pipe(v.string(), v.email()), typed) ? typed : null),
    refusal: 'Give an email address, such as hello@example.com.',
  },
  verify: {
    question: 'Mail a verification link after sign-up, yes or no',
    usual: 'yes',
    read: (typed: string) => (typed === 'yes' ? 'on' : typed === 'no' ? 'off' : null),
    refusal: 'Say yes or no.',
  },
} as const satisfies Record<string, Question<unknown>>

/** Adds an app with keys of its own. */
export const create: FileVerb = {
  usage: 'create [--name … --domains … --sign-in … --sender … --verify …]',
  what: 'asks five questions and adds an app with new keys; with all options it asks nothing',
  options: Object.keys(questions),
  prepare: () => Promise.resolve({ appId: null, run: createApp }),
}

const createApp: Act = async (services, owner, typed) => {
  const answers = {
    name: await answer('name', typed),
    domains: await answer('domains', typed),
    signIn: await answer('sign-in', typed),
    sender: await answer('sender', typed),
    verify: await answer('verify', typed),
  }
  const id = typed.app ?? (await freeId(services, answers.name))
  const file = `${id}.json`
  if ((await services.store.apps.findById(id)) !== null)
    throw new AppDefinitionError(file, ['id: there is an app of this ID already'])
  const given = {
    id,
    name: answers.name,
    keys: { test: `pk_sb_${services.secrets.fileId()}`, live: `pk_${services.secrets.fileId()}` },
    liveDomains: answers.domains,
    allowMemberSelfDelete: true,
    captchaRequired: false,
    verificationMailOnSignup: answers.verify === 'on',
    branding: { logo: null, colors: { lightMode: {} } },
    mail: { sender: { name: answers.name, address: answers.sender } },
    passwordless: answers.signIn,
    authProviders: [],
    plans: [],
    customFields: [],
  }
  const app = readDefinition(file, JSON.stringify(given))
  const ownOwner = { ...owner, appId: id }
  await changeApp(services, ownOwner, file, app)
  services.securityLog.write('app-changed', { ...ownOwner, subject: id })
  return outcomeOf(services, app, ownOwner, await makeKey(services, ownOwner))
}

/** @throws UsageError for an option that cannot be meant, or that is missing where nobody can be asked */
async function answer<K extends keyof typeof questions>(
  option: K,
  { options, terminal }: Typed,
): Promise<NonNullable<ReturnType<(typeof questions)[K]['read']>>>
async function answer(option: keyof typeof questions, { options, terminal }: Typed): Promise<unknown> {
  const { question, read, refusal, usual }: Question<unknown> = questions[option]
  const given = options[option]
  if (given !== undefined) {
    const value = read(given.trim())
    if (value === null) throw new UsageError(`--${option}: ${refusal}`)
    return value
  }
  if (terminal === null)
    throw new UsageError(`There is no terminal to ask on. Give --${Object.keys(questions).join(', --')}.`)
  for (;;) {
    const typed = await terminal.ask(`${question}${usual === undefined ? '' : ` [${usual}]`}: `)
    if (typed === null) throw new UsageError('The input has ended. Nothing was created.')
    const value = read(typed.trim() || (usual ?? ''))
    if (value !== null) return value
    terminal.say(refusal)
  }
}

/** People paste what stands in the browser's address bar. */
function readHostNames(typed: string): string[] | null {
  const names = typed
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^https?:\/\//u, '')
        .replace(/[/:].*$/u, ''),
    )
    .filter((name) => name !== '')
  const checked = v.safeParse(v.array(hostName), names)
  return checked.success && names.length > 0 ? [...new Set(checked.output)] : null
}

/** After the name, where that gives an ID which no app has. */
async function freeId({ store, secrets }: AdminServices, name: string): Promise<string> {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 30)
  const id = `app_${slug}`
  if (slug !== '' && (await store.apps.findById(id)) === null) return id
  return `app_${slug === '' ? '' : `${slug}-`}${secrets.fileId().slice(0, 8)}`
}

async function makeKey(services: AdminServices, owner: AdminOwner): Promise<{ id: string; key: string }> {
  const { key, row } = makeSecretKey(services, owner, 'First key')
  await services.store.transaction(async (repositories) => {
    await repositories.secretKeys.insert(row)
    const detail = { name: row.name }
    await repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'secret-key.create', subject: row.id, detail }),
    )
  })
  services.securityLog.write('admin-key-made', { ...owner, subject: row.id })
  return { id: row.id, key }
}

function outcomeOf(
  { urls }: AdminServices,
  { id, name, keys, liveDomains }: AppDefinition,
  { mode }: AdminOwner,
  secret: { id: string; key: string },
): Outcome {
  const script = `<script src="${urls.api}/membership.js" data-memberstack-app="${id}"></script>`
  return {
    data: { app: id, name, keys, liveDomains, script, secretKey: { ...secret, mode } },
    heading: id,
    lines: [
      'The app is added. Servers that run see it within a second or two.',
      '',
      'The tag of your pages, first in <head>:',
      script,
      '',
      `Public key, Test Mode:  ${keys.test}`,
      `Public key, live:       ${keys.live}`,
      `Live on:                ${liveDomains.join(', ')}`,
      `Secret key, ${mode === 'test' ? 'Test Mode:  ' : 'live:       '}${secret.key}`,
      '',
      'The secret key is shown only now. Keep it on a server, never in a page.',
      `Plans, fields and groups: apps export <file> --app ${id}, change the file, apps import <file>.`,
    ],
  }
}
