import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import type { ErrorCode } from '../../../contract/errors'
import type { AccessWorld } from '../../support/access-world'
import type { AdminCallerName } from '../../support/request-callers'

type Outcome = 'ok' | `${number} ${ErrorCode}`

export interface AdminRow {
  /** What succeeds for the key of app_demo in Test Mode. Everybody sends the same. */
  input: (world: AccessWorld) => Readonly<Record<string, unknown>>
  answers: Record<AdminCallerName, Outcome>
}

/** Whoever has no key of an app has no admin API. With a key of another app, or of the other mode, it is about that one. */
const everyKey = {
  key: 'ok',
  keyOfOtherApp: 'ok',
  keyOfOtherMode: 'ok',
  nobody: '401 invalid-secret-key',
  publicKey: '401 invalid-secret-key',
  sessionToken: '401 invalid-secret-key',
  revokedKey: '401 invalid-secret-key',
  keyFromPage: '403 access-denied',
} as const satisfies Record<AdminCallerName, Outcome>

const only = (refusal: Outcome) => ({ ...everyKey, keyOfOtherApp: refusal, keyOfOtherMode: refusal })
const ofTheMember = only('404 member-not-found')
const ofTheTable = { ...everyKey, keyOfOtherApp: '404 data-table-not-found' } as const
const ofTheRecord = { ...ofTheTable, keyOfOtherMode: '404 data-record-not-found' } as const
const ofTheEndpoint = only('404 webhook-endpoint-not-found')
const ofTheMessage = only('404 webhook-message-not-found')

/** What each endpoint of the admin API answers to whom, asked for something of app_demo in Test Mode. */
export const adminAccess: Record<AdminEndpointName, AdminRow> = {
  exportMembers: { input: () => ({ format: 'json' }), answers: everyKey },
  importMembers: { input: () => ({ content: '[{"email":"imported@example.test"}]' }), answers: everyKey },
  listMembers: { input: () => ({}), answers: everyKey },
  createMember: { input: () => ({ email: 'made@example.test' }), answers: everyKey },
  // Null where there is none.
  retrieveMember: { input: ({ who: { ada } }) => ({ member: ada.email }), answers: everyKey },
  changeMember: { input: ({ who: { ada } }) => ({ member: ada.id, verified: true }), answers: ofTheMember },
  removeMember: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  addPlanToMember: {
    input: ({ who: { ada } }) => ({ member: ada.id, planId: 'pln_newsletter' }),
    answers: ofTheMember,
  },
  removePlanFromMember: { input: ({ who: { ada } }) => ({ member: ada.id, planId: 'pln_free' }), answers: ofTheMember },
  sendMemberPasswordReset: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  listPlans: { input: () => ({}), answers: everyKey },
  retrievePlan: { input: () => ({ planId: 'pln_pro' }), answers: everyKey },
  listDataTables: { input: () => ({}), answers: everyKey },
  retrieveDataTable: { input: () => ({ table: 'notes' }), answers: ofTheTable },
  addDataRecord: { input: () => ({ table: 'notes', data: { title: 'Milk' } }), answers: ofTheTable },
  queryTableRecords: { input: () => ({ table: 'notes', query: { findMany: {} } }), answers: ofTheTable },
  changeDataRecord: {
    input: ({ demo: { recordId } }) => ({ table: 'notes', recordId, data: { title: 'Bread' } }),
    answers: ofTheRecord,
  },
  removeDataRecord: { input: ({ demo: { recordId } }) => ({ table: 'notes', recordId }), answers: ofTheRecord },
  listAuditLog: { input: () => ({}), answers: everyKey },
  verifyToken: {
    input: ({ who: { ada } }) => ({ token: ada.token }),
    answers: only('401 client/invalid-token'),
  },
  listWebhookEndpoints: { input: () => ({}), answers: everyKey },
  addWebhookEndpoint: { input: () => ({ url: 'https://hooks.example.test/more' }), answers: everyKey },
  changeWebhookEndpoint: {
    input: ({ admin: { endpointId } }) => ({ endpointId, disabled: true }),
    answers: ofTheEndpoint,
  },
  removeWebhookEndpoint: { input: ({ admin: { endpointId } }) => ({ endpointId }), answers: ofTheEndpoint },
  rollWebhookSecret: { input: ({ admin: { endpointId } }) => ({ endpointId }), answers: ofTheEndpoint },
  testWebhookEndpoint: { input: ({ admin: { endpointId } }) => ({ endpointId }), answers: ofTheEndpoint },
  listWebhookMessages: { input: () => ({}), answers: everyKey },
  retrieveWebhookMessage: { input: ({ admin: { messageId } }) => ({ messageId }), answers: ofTheMessage },
  replayWebhookMessage: { input: ({ admin: { messageId } }) => ({ messageId }), answers: ofTheMessage },
}
