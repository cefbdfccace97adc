import { expect } from 'vitest'
import * as v from 'valibot'
import type { AppDefinition, PlanDefinition } from '../../../../api/features/apps/definition'
import { adminEndpoints } from '../../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../../contract/admin/endpoints/admin-endpoint'
import { adminSchemas } from '../../../../contract/admin/schemas'
import type { AdminOutput } from '../../../../contract/admin/schemas'
import { aSecretKey, callAdmin } from '../../../support/admin-calls'
import { openShop } from '../../../support/open-shop'
import type { TestApiOptions } from '../../../support/start-api'
import { library, notes } from '../../features/data-tables/open-library'

const plan = (id: string, changes: Partial<PlanDefinition> = {}): PlanDefinition => ({
  id,
  name: id,
  description: undefined,
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  prices: [],
  ...changes,
})

const monthly = {
  id: 'prc_pro-monthly',
  name: 'Monthly',
  amountMinor: 1000,
  currency: 'usd',
  active: true,
  trialDays: 0,
}

const app: Partial<AppDefinition> = {
  // An admin may do what members may not.
  allowMemberSelfDelete: false,
  contentGroups: [],
  plans: [
    plan('pln_free'),
    plan('pln_staff', { restrictedToAdmin: true }),
    plan('pln_closed', { active: false }),
    plan('pln_few', { memberLimit: 1 }),
    plan('pln_crew', { team: { seats: 3, inviteSignupLink: '/join' } }),
    plan('pln_other-crew', { team: { seats: 3, inviteSignupLink: '/join' } }),
    plan('pln_pro', {
      prices: [{ ...monthly, interval: { type: 'MONTHLY', count: 1 } }],
    }),
  ],
  dataTables: [...library, notes('ADMIN_ONLY')],
}

type Input = Readonly<Record<string, unknown>>

/** The real API with its own app (`app_shop`, Test Mode) and a key. */
export async function openAdmin({ app: changes, ...options }: TestApiOptions & { app?: Partial<AppDefinition> } = {}) {
  const shop = await openShop({ ...options, app: { ...app, ...changes } })
  const keys = {
    own: await aSecretKey(shop, { appId: 'app_shop', mode: 'test' }),
    otherMode: await aSecretKey(shop, { appId: 'app_shop', mode: 'live' }),
    otherApp: await aSecretKey(shop, { appId: 'app_demo', mode: 'test' }),
  }
  const call = (name: AdminEndpointName, input: Input = {}, key = keys.own) => callAdmin(shop, key, name, input)
  return {
    ...shop,
    keys,
    /** The response, whatever it is. */
    answerOf: call,
    /** The output of a successful call, which must match the contract exactly. */
    async admin<K extends AdminEndpointName>(name: K, input: Input = {}, key = keys.own): Promise<AdminOutput<K>> {
      const { status, text, body } = await call(name, input, key)
      expect({ name, status, text: status === 200 ? '' : text }).toEqual({ name, status: 200, text: '' })
      const endpoint: AdminEndpoint = adminEndpoints[name]
      const data = endpoint.answer === 'ok' ? text : v.parse(v.looseObject({ data: v.unknown() }), body).data
      const parsed = v.parse(outputOf(name), data)
      expect(data).toEqual(parsed)
      return parsed
    },
    /** The newest row of the audit log. */
    async lastAct() {
      const [row] = await shop.store.auditLog.list('app_shop', 'test', 1)
      return row && { actor: row.actor, act: row.act, subject: row.subject, detail: row.detail }
    },
    countActs: async () => (await shop.store.auditLog.list('app_shop', 'test', 100)).length,
  }
}

export type Admin = Awaited<ReturnType<typeof openAdmin>>

function outputOf<K extends AdminEndpointName>(name: K): v.GenericSchema<unknown, AdminOutput<K>> {
  const schema: (typeof adminSchemas)[K]['output'] = adminSchemas[name].output
  return schema
}
