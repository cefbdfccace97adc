import * as v from 'valibot'
import type { AppDefinition } from '../../api/features/apps/definition'
import { AppDefinitionError, readDefinition } from '../../api/features/apps/read-definition'
import { changeApp } from '../../api/features/app-settings/change-app'
import { hostName } from '../../api/features/apps/definition'
import { insertSecretKey, makeSecretKey } from '../../api/features/apps/secret-keys'
import { auditEntry } from '../../api/features/audit/actions'
import { readEmailAddress } from '../../contract/email-address'
import { installTag } from '../../contract/install-tag'
import { UsageError } from '../command'
import { escapeControlChars } from '../terminal'
import type { Terminal } from '../terminal'
import { verb } from './verb'
import type { AdminOwner, AdminServices, Outcome } from './verb'
import { insertAuditEntry } from '../../api/features/audit/repository'
import { findAppById } from '../../api/features/apps/repository'

/** Each question has an option of the same name, for programs. */
interface Question<T> {
  question: string
  /** The answer for an empty line. */
  usual?: string
  /** @returns null for an invalid answer */
  read: (typed: string) => T | null
  /** Printed for an invalid answer. */
  refusal: string
}

const NAME_MAX_CHARS = 100

/** Answer → `passwordless` of the app definition. */
const signIn: Readonly<Record<string, AppDefinition['passwordless']>> = {
  password: { enabled: false, isDefault: false },
  code: { enabled: true, isDefault: true },
  both: { enabled: true, isDefault: false },
}

const questions = {
  name: {
    question: 'Name of the app, shown to members',
    read: (typed: string) => (typed !== '' && typed.length <= NAME_MAX_CHARS ? escapeControlChars(typed) : null),
    refusal: `Enter a name of 1 to ${NAME_MAX_CHARS} characters.`,
  },
  domains: {
    question: 'Host names of your site, separated by commas. The app is live there, and in Test Mode everywhere else',
    read: readHostNames,
    refusal: 'Enter host names, such as www.example.com, separated by commas.',
  },
  'sign-in': {
    question: 'Members log in with a password, an emailed code, or both (password, code or both)',
    usual: 'both',
    read: (typed: string) => (Object.hasOwn(signIn, typed) ? (signIn[typed] ?? null) : null),
    refusal: 'Enter password, code or both.',
  },
  sender: {
    question: 'Sender address of emails',
    read: readEmailAddress,
    refusal: 'Enter an email address, such as hello@example.com.',
  },
  verify: {
    question: 'Email a verification link after sign-up (yes or no)',
    usual: 'yes',
    read: (typed: string) => (typed === 'yes' ? 'on' : typed === 'no' ? 'off' : null),
    refusal: 'Enter yes or no.',
  },
} as const satisfies Record<string, Question<unknown>>

const ANSWER = { type: 'string', value: '…' } as const

export const createApp = verb({
  name: 'apps create',
  options: {
    name: { ...ANSWER, summary: 'answers a question; with all five options, nothing is asked' },
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
  if ((await findAppById(services.store, id)) !== null)
    throw new AppDefinitionError(file, ['id: an app with this ID already exists'])
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
    signIn: { preset: 'strict' },
    authProviders: [],
    plans: [],
    customFields: [],
  }
  const app = readDefinition(file, JSON.stringify(given))
  const ownOwner = { ...owner, appId: id }
  await changeApp(services, ownOwner, { file, app })
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
    throw new UsageError(`No terminal to ask questions. Use --${Object.keys(questions).join(', --')}.`)
  for (;;) {
    const typed = await terminal.ask(`${question}${usual === undefined ? '' : ` [${usual}]`}: `)
    if (typed === null) throw new UsageError('The input ended. No app was created.')
    const value = read(typed.trim() || (usual ?? ''))
    if (value !== null) return value
    terminal.say(refusal)
  }
}

/** Also accepts whole URLs. */
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

/** Derived from the name if that ID is free. */
async function freeId({ store, secrets }: AdminServices, name: string): Promise<string> {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 30)
  const id = `app_${slug}`
  if (slug !== '' && (await findAppById(store, id)) === null) return id
  return `app_${slug === '' ? '' : `${slug}-`}${secrets.fileId().slice(0, 8)}`
}

async function makeKey(services: AdminServices, owner: AdminOwner): Promise<{ id: string; key: string }> {
  const { key, row } = makeSecretKey(services, owner, 'First key')
  await services.store.transaction(async (repositories) => {
    await insertSecretKey(repositories, row)
    const detail = { name: row.name }
    await insertAuditEntry(
      repositories,
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
  const script = installTag(urls.api, id)
  return {
    data: { app: id, name, keys, liveDomains, script, secretKey: { ...secret, mode } },
    heading: id,
    lines: [
      'The app was added. Running servers use it within a second or two.',
      '',
      'Add this script tag first in the <head> of your pages:',
      script,
      '',
      `Public key, Test Mode:  ${keys.test}`,
      `Public key, live:       ${keys.live}`,
      `Live on:                ${liveDomains.join(', ')}`,
      `Secret key, ${mode === 'test' ? 'Test Mode:  ' : 'live:       '}${secret.key}`,
      '',
      'The secret key is shown only once. Keep it on a server, never in a page.',
      `To add plans, fields and groups: apps export <file> --app ${id}, edit the file, apps import <file>.`,
    ],
  }
}
