import type { AdminInput, AdminOutput } from '../../../contract/admin/schemas'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'
import type { Services } from '../../http/services'
import { readDefinition } from '../apps/read-definition'
import type { AdminHandlers, ServerContext } from '../apps/secret-keys'
import { doneBy } from '../audit/actions'
import { addFirstOwner } from '../staff/team'
import { changeApp } from './change-app'
import { inApiTerms } from './edit'

type Answers = AdminInput<'createApp'>

export const createAppHandlers: Pick<AdminHandlers, 'createApp'> = {
  /** The caller becomes the first owner. @throws ApiError `invalid-definition`, `required-field-missing`, `invalid-field-value` */
  async createApp(services, { actor }, answers) {
    return { data: await createApp(services, actor, answers) }
  },
}

/** Hexadecimal characters of random IDs, so that apps cannot be guessed or counted. */
const ID_CHARS = 20

async function createApp(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'securityLog'>,
  actor: ServerContext['actor'],
  answers: Answers,
): Promise<AdminOutput<'createApp'>> {
  const { secrets, urls } = services
  const id = `app_${secrets.fileId().slice(0, ID_CHARS)}`
  const site = readSite(answers.siteUrl)
  const given = {
    id,
    name: answers.name,
    keys: { test: `pk_sb_${secrets.fileId()}`, live: `pk_${secrets.fileId()}` },
    siteUrl: site.origin,
    // Live mode begins with the launch.
    liveDomains: [],
    allowMemberSelfDelete: true,
    captchaRequired: false,
    verificationMailOnSignup: true,
    branding: brandingOf(answers),
    mail: { sender: { name: answers.name, address: `no-reply@${site.hostname.replace(/^www\./u, '')}` } },
    passwordless: methods[answers.logIn],
    signIn: { preset: 'strict', methods: { link: answers.logIn !== 'password' } },
    authProviders: [],
    ...offerOf(answers),
    customFields: [
      { key: 'first-name', label: 'First name', type: 'text', visibility: 'PRIVATE', order: 0 },
      { key: 'last-name', label: 'Last name', type: 'text', visibility: 'PRIVATE', order: 1 },
    ],
    inspectorLinks: { dashboard: `${urls.api}/console/apps/${id}` },
  }
  const app = inApiTerms(() => readDefinition('app', JSON.stringify(given)))
  const owner = { appId: id, mode: 'test', ...doneBy(actor) } as const
  await changeApp(services, owner, 'app', app, (tx) => addFirstOwner(tx, services, { app, actor }))
  services.securityLog.write('app-changed', { appId: id, mode: 'test', actor: actor.staffId, subject: id })
  return {
    id,
    name: app.name,
    keys: app.keys,
    plans: app.plans.map((plan) => ({ id: plan.id, name: plan.name, priceId: plan.prices[0]?.id ?? null })),
    scriptTag: `<script src="${urls.api}/membership.js?app=${id}" data-memberstack-app="${id}"></script>`,
  }
}

const methods = {
  password: { enabled: false, isDefault: false },
  code: { enabled: true, isDefault: true },
  both: { enabled: true, isDefault: false },
} as const

/** Also without a scheme. @throws ApiError `invalid-field-value` */
function readSite(typed: string): URL {
  const url = parseUrl(/^https?:\/\//iu.test(typed) ? typed : `https://${typed}`)
  const isPage = url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage || !(url.hostname.includes('.') || isLoopback(url.hostname.replace(/^\[|\]$/gu, ''))))
    throw new ApiError('invalid-field-value', { message: 'Enter the address of your site, such as www.example.com.' })
  return url
}

function brandingOf({ color, logo }: Answers) {
  const lightMode = color === undefined ? {} : { primaryButton: color.toLowerCase() }
  return { logo: logo ?? null, colors: { lightMode } }
}

const intervals = {
  MONTHLY: { name: 'Monthly', id: 'prc_membership-monthly', interval: { type: 'MONTHLY', count: 1 } },
  YEARLY: { name: 'Yearly', id: 'prc_membership-yearly', interval: { type: 'YEARLY', count: 1 } },
  ONETIME: { name: 'One payment', id: 'prc_membership-once' },
} as const

/** Plans, and the group that they open. @throws ApiError `required-field-missing` without a price */
function offerOf({ offer, price }: Answers) {
  const free = { id: 'pln_free', name: 'Free' }
  if (offer === 'free') return { plans: [free], contentGroups: [groupOf([])] }
  if (!price) throw new ApiError('required-field-missing')
  const { amountMinor, currency, interval } = price
  const paid = { id: 'pln_membership', name: 'Membership', prices: [{ ...intervals[interval], amountMinor, currency }] }
  return { plans: offer === 'both' ? [free, paid] : [paid], contentGroups: [groupOf([paid.id])] }
}

const groupOf = (plans: readonly string[]) => ({ key: 'members-area', name: 'Members', plans, redirect: '/', urls: [] })
