import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import type { ErrorCode } from '../../../contract/errors'
import type { Person } from '../../support/access-people'
import type { AdminThings } from '../../support/admin-things'
import type { AdminCallerName } from '../../support/request-callers'

type Outcome = 'ok' | `${number} ${ErrorCode}`

/** What the inputs name. */
export interface AdminWorld {
  who: { ada: Pick<Person, 'id' | 'email' | 'token'> }
  demo: { recordId: string }
  admin: AdminThings
}

export interface AdminRow {
  /** A valid call with the key of app_demo in Test Mode. All callers send the same. */
  input: (world: AdminWorld) => Readonly<Record<string, unknown>>
  answers: Record<AdminCallerName, Outcome>
}

/** Without a key there is no admin API. A key of another app or mode reads that app and mode. */
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

/** Only people of the console can call these: `staff-matrix.test.ts` tries them as every role. */
const noKey = {
  ...everyKey,
  key: '403 console-only',
  keyOfOtherApp: '403 console-only',
  keyOfOtherMode: '403 console-only',
} as const
const forPeople = { input: () => ({}), answers: noKey } as const

const only = (refusal: Outcome) => ({ ...everyKey, keyOfOtherApp: refusal, keyOfOtherMode: refusal })
/** A definition belongs to both modes. */
const ofTheDefinition = { ...everyKey, keyOfOtherApp: '404 definition-item-not-found' } as const
const ofTheContent = { ...everyKey, keyOfOtherApp: '404 content-not-found' } as const
/** Shipped apps get their first version with their first change. */
const noVersionYet = { ...only('404 version-not-found'), key: '404 version-not-found' } as const
const ofTheMember = only('404 member-not-found')
const ofTheTable = { ...everyKey, keyOfOtherApp: '404 data-table-not-found' } as const
const ofTheRecord = { ...ofTheTable, keyOfOtherMode: '404 data-record-not-found' } as const
const ofTheEndpoint = only('404 webhook-endpoint-not-found')
const ofTheJob = only('404 job-not-found')
const ofTheMessage = only('404 webhook-message-not-found')

/** Expected result per endpoint and caller, for data of app_demo in Test Mode. */
export const adminAccess: Record<AdminEndpointName, AdminRow> = {
  exportMembers: { input: () => ({ format: 'json' }), answers: everyKey },
  importMembers: { input: () => ({ content: '[{"email":"imported@example.test"}]' }), answers: everyKey },
  listMembers: { input: () => ({}), answers: everyKey },
  createMember: { input: () => ({ email: 'made@example.test' }), answers: everyKey },
  retrieveMember: { input: ({ who: { ada } }) => ({ member: ada.email }), answers: everyKey },
  changeMember: { input: ({ who: { ada } }) => ({ member: ada.id, verified: true }), answers: ofTheMember },
  removeMember: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  addPlanToMember: {
    input: ({ who: { ada } }) => ({ member: ada.id, planId: 'pln_newsletter' }),
    answers: ofTheMember,
  },
  removePlanFromMember: { input: ({ who: { ada } }) => ({ member: ada.id, planId: 'pln_free' }), answers: ofTheMember },
  countMembers: { input: () => ({}), answers: everyKey },
  retrieveMemberDetail: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  listMemberTimeline: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  suspendMember: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  unsuspendMember: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  endMemberSessions: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  addMemberNote: { input: ({ who: { ada } }) => ({ member: ada.id, text: 'Prefers tea' }), answers: ofTheMember },
  removeMemberNote: {
    input: ({ who: { ada }, admin: { noteId } }) => ({ member: ada.id, noteId }),
    answers: ofTheMember,
  },
  undoNoteRemoval: {
    input: ({ who: { ada }, admin: { removedNoteId } }) => ({ member: ada.id, noteId: removedNoteId }),
    answers: ofTheMember,
  },
  retrieveMemberSignIn: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  removeMemberSessions: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  removeMemberSession: {
    input: ({ who: { ada } }) => ({ member: ada.id, sessionId: 'ses_none' }),
    answers: { ...ofTheMember, key: '404 member-session-not-found' },
  },
  removeMemberSecondFactor: {
    input: ({ who: { ada } }) => ({ member: ada.id }),
    answers: { ...ofTheMember, key: '409 second-factor-off' },
  },
  removeMemberPasskey: {
    input: ({ who: { ada } }) => ({ member: ada.id, passkeyId: 'psk_none' }),
    answers: { ...ofTheMember, key: '404 not-found' },
  },
  removeMemberDevices: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  sendMemberLoginLink: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  sendMemberPasswordReset: { input: ({ who: { ada } }) => ({ member: ada.id }), answers: ofTheMember },
  listJobs: { input: () => ({}), answers: everyKey },
  addJob: {
    input: ({ who: { ada } }) => ({ action: { kind: 'verify' }, selection: { ids: [ada.id], count: 1 } }),
    answers: only('409 selection-changed'),
  },
  addDeleteJob: {
    input: ({ who: { ada } }) => ({ selection: { ids: [ada.id], count: 1 } }),
    answers: only('409 selection-changed'),
  },
  addExportJob: {
    input: ({ who: { ada } }) => ({ selection: { ids: [ada.id], count: 1 } }),
    answers: only('409 selection-changed'),
  },
  retrieveJob: { input: ({ admin: { jobId } }) => ({ jobId }), answers: ofTheJob },
  cancelJob: { input: ({ admin: { jobId } }) => ({ jobId }), answers: ofTheJob },
  undoJob: { input: ({ admin: { jobId } }) => ({ jobId }), answers: ofTheJob },
  listJobFailures: { input: ({ admin: { jobId } }) => ({ jobId }), answers: ofTheJob },
  downloadJobFile: { input: ({ admin: { exportId } }) => ({ jobId: exportId }), answers: ofTheJob },
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
  exportAuditLog: { input: () => ({}), answers: everyKey },
  readFigures: { input: () => ({ from: '2026-11-01', to: '2026-11-02' }), answers: everyKey },
  listVisitPaths: { input: () => ({ from: '2026-11-01', to: '2026-11-02' }), answers: everyKey },
  listAuditLog: { input: () => ({}), answers: everyKey },
  verifyToken: {
    input: ({ who: { ada } }) => ({ token: ada.token }),
    answers: only('401 client/invalid-token'),
  },
  verifyMemberToken: {
    input: ({ who: { ada } }) => ({ token: ada.token }),
    answers: only('400 invalid-field-value'),
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
  createApp: {
    input: () => ({ name: 'Yoga', siteUrl: 'https://yoga.example.test', offer: 'free', logIn: 'code' }),
    answers: noKey,
  },
  getDefinition: { input: () => ({}), answers: everyKey },
  getFieldUse: { input: () => ({ item: 'company' }), answers: everyKey },
  addDefinitionItem: { input: () => ({ part: 'coupons', item: { id: 'NEW', percentOff: 10 } }), answers: everyKey },
  orderDefinitionItems: { input: () => ({ part: 'fields', ids: ['company'] }), answers: everyKey },
  changeDefinitionItem: {
    input: () => ({ part: 'coupons', item: 'HALF', changes: { active: false } }),
    answers: ofTheDefinition,
  },
  removeDefinitionItem: { input: () => ({ part: 'coupons', item: 'HALF' }), answers: ofTheDefinition },
  retrieveContentPiece: { input: () => ({ item: 'cnt_welcome' }), answers: ofTheContent },
  saveContentPiece: {
    input: () => ({ item: 'cnt_welcome', name: 'Welcome', group: 'members-area', type: 'TEXT', content: 'Hello' }),
    answers: { ...everyKey, keyOfOtherApp: '400 invalid-definition' },
  },
  listContents: { input: () => ({}), answers: everyKey },
  addContent: {
    input: () => ({ name: 'Lesson 1', group: 'members-area', type: 'HTML' }),
    answers: { ...everyKey, keyOfOtherApp: '400 invalid-definition' },
  },
  checkContentHtml: { input: () => ({ content: '<p onclick="x">Hello</p>' }), answers: everyKey },
  readContent: { input: () => ({ item: 'cnt_welcome' }), answers: ofTheContent },
  saveContentDraft: {
    input: () => ({ item: 'cnt_welcome', name: 'Welcome', group: 'members-area', type: 'HTML', content: '<p>Hi</p>' }),
    answers: everyKey,
  },
  discardContentDraft: { input: () => ({ item: 'cnt_draft' }), answers: ofTheContent },
  publishContent: { input: () => ({ item: 'cnt_draft' }), answers: ofTheContent },
  listContentVersions: { input: () => ({ item: 'cnt_welcome' }), answers: everyKey },
  readContentVersion: {
    input: () => ({ item: 'cnt_draft', version: '1' }),
    answers: { ...everyKey, keyOfOtherApp: '404 version-not-found' },
  },
  restoreContentVersion: {
    input: () => ({ item: 'cnt_draft', version: '1' }),
    answers: { ...everyKey, keyOfOtherApp: '404 version-not-found' },
  },
  removeContentPiece: { input: () => ({ item: 'cnt_welcome' }), answers: ofTheContent },
  undoContentRemoval: { input: () => ({ item: 'cnt_removed' }), answers: ofTheContent },
  createPreviewKey: { input: () => ({ design: { cornerRadius: 3 } }), answers: noKey },
  changePreviewDraft: { input: () => ({ previewId: 'none', design: { cornerRadius: 3 } }), answers: noKey },
  listInstallations: { input: () => ({}), answers: everyKey },
  fetchPage: {
    input: () => ({ url: 'https://10.0.0.1/' }),
    answers: { ...only('400 invalid-page-url'), key: '400 invalid-page-url' },
  },
  listCredentials: { input: () => ({}), answers: everyKey },
  setCredential: {
    input: () => ({ kind: 'stripe', secretKey: 'pk_wrong' }),
    answers: { ...only('400 credential-refused'), key: '400 credential-refused' },
  },
  removeCredential: { input: () => ({ kind: 'stripe' }), answers: everyKey },
  checkCredential: {
    input: () => ({ kind: 'stripe' }),
    answers: { ...only('404 credential-not-found'), key: '404 credential-not-found' },
  },
  sendTestMail: {
    input: () => ({ email: 'owner@example.test' }),
    answers: { ...only('409 no-mail-server'), key: '409 no-mail-server' },
  },
  readGoLive: { input: () => ({}), answers: everyKey },
  goLive: {
    input: () => ({ domains: ['nowhere.example'] }),
    answers: { ...only('409 not-ready-for-live'), key: '409 not-ready-for-live' },
  },
  listVersions: { input: () => ({}), answers: everyKey },
  retrieveVersion: { input: () => ({ version: '1' }), answers: noVersionYet },
  restoreVersion: { input: () => ({ version: '1' }), answers: noVersionYet },
  getMe: forPeople,
  listMyApps: forPeople,
  listStaff: forPeople,
  changeStaffRole: { input: () => ({ staffId: 'mem_other', role: 'admin' }), answers: noKey },
  removeStaffSecondFactor: { input: () => ({ staffId: 'mem_other' }), answers: noKey },
  removeStaff: { input: () => ({ staffId: 'mem_other' }), answers: noKey },
  leaveTeam: forPeople,
  listInvitations: forPeople,
  inviteStaff: { input: () => ({ email: 'invited@example.test', role: 'admin' }), answers: noKey },
  revokeInvitation: { input: () => ({ invitationId: 'inv_other' }), answers: noKey },
  listServerApps: forPeople,
  nameFirstOwner: { input: () => ({ appId: 'app_demo', email: 'first@example.test' }), answers: noKey },
  takeOwnerRole: { input: () => ({ appId: 'app_demo' }), answers: noKey },
}
