import * as v from 'valibot'
import type { AppDefinition } from '../../api/features/apps/definition'
import { AppDefinitionError, readDefinition } from '../../api/features/apps/read-definition'
import { changeApp } from '../../api/features/apps/change-app'
import { hostName } from '../../api/features/apps/definition'
import { makeSecretKey } from '../../api/features/apps/secret-keys'
import { auditEntry } from '../../api/features/audit/actions'
import { UsageError } from '../command'
import { escapeControlChars } from '../escape'
import type { Terminal } from '../terminal'
import { verb } from './verb'
import type { AdminOwner, AdminServices, Outcome } from './verb'

/** A question to the owner. Each has an option of the same name, for programs. */
interface Question<T> {
  question: string
  /** Taken for an empty line. */
  usual?: string
  /** @returns null for an invalid answer */
  read: (typed: string) => T | null
  /** Printed for an invalid answer. */
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
    read: (typed: string) => (typed !== '' && typed.length <= NAME_MAX_CHARS ? escapeControlChars(typed) : null),
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

const ANSWER = { type: 'string', value: '…' } as const

/** Adds an app with keys of its own. */
export const createApp = verb({
  name: 'apps create',
  options: {
    name: { ...ANSWER, summary: 'answers the first question, and so on: with all of these it asks nothing' },
    domains: { ...ANSWER, summary: '' },
    'sign-in': { ...ANSWER, summary: '' },
    sender: { ...ANSWER, summary: '' },
    verify: { ...ANSWER, summary: '' },
  },
  summary: 'asks five questions and adds an app with new keys',
  run: ({ values }, tools) =>
    Promise.resolve({
      appId: null,
      act: async (services: AdminServices, owner: AdminOwner) =>
        addApp(services, owner, tools.app, await askAll(values, tools.terminal)),
    }),
})

type Typed = Readonly<Record<keyof typeof questions, string | undefined>>

const askAll = async (typed: Typed, terminal: Terminal | null) => ({
  name: await ask('name', typed, terminal),
  domains: await ask('domains', typed, terminal),
  signIn: await ask('sign-in', typed, terminal),
  sender: await ask('sender', typed, terminal),
  verify: await ask('verify', typed, terminal),
})

async function addApp(
  services: AdminServices,
  owner: AdminOwner,
  named: string | null,
  answers: Awaited<ReturnType<typeof askAll>>,
): Promise<Outcome> {
  const id = named ?? (await freeId(services, answers.name))
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

/** @throws {UsageError} for an invalid option, or a missing one without a terminal */
async function ask<K extends keyof typeof questions>(
  option: K,
  typed: Typed,
  terminal: Terminal | null,
): Promise<NonNullable<ReturnType<(typeof questions)[K]['read']>>>
async function ask(option: keyof typeof questions, options: Typed, terminal: Terminal | null): Promise<unknown> {
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

/** Owners paste whole URLs. */
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

/** Derived from the name where that gives a free ID. */
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
