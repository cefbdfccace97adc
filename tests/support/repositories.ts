import { inTransaction } from './in-transaction'
import { paymentRepositories } from './payment-repositories'
import * as positional from './positional-repositories'
import { createImageColumn } from '../../api/database/db'
import type { Database, Db, Tx, TransactionQueue } from '../../api/database/db'
import * as audit from '../../api/features/audit/repository'
import * as captcha from '../../api/features/captcha/proof-of-work'
import * as attempts from '../../api/features/assessments/repository'
import * as statistics from '../../api/features/assessments/repository-statistics'
import * as accounts from '../../api/features/accounts/repository'
import * as logins from '../../api/features/accounts/repository-sign-in'
import * as apps from '../../api/features/apps/repository'
import * as secretKeys from '../../api/features/apps/secret-keys'
import { insertApp, replaceApp } from '../../api/features/apps/versions'
import * as social from '../../api/features/social/repository'
import * as comments from '../../api/features/comments/repository'
import * as credentials from '../../api/features/credentials/repository'
import * as records from '../../api/features/data-tables/repository'
import { countRelated, searchRelated } from '../../api/features/data-tables/repository-related'
import { countRecords, countVisible, searchRecords } from '../../api/features/data-tables/repository-search'
import * as storage from '../../api/features/files/account-storage'
import { insertInboxMessage, listInboxMessages, listInboxMessagesFrom } from '../../api/features/inbox'
import * as mail from '../../api/features/mail/outbox'
import * as mirror from '../../api/features/mirror/jobs'
import * as orders from '../../api/features/tag-purchases/repository'
import * as credits from '../../api/features/tags/credits'
import * as transfer from '../../api/features/transfer/repository'
import * as members from '../../api/features/members/repository'
import * as memberLists from '../../api/features/members/repository-list'
import * as sessions from '../../api/features/members/repository-sessions'
import * as owner from '../../api/features/owner/session'
import * as tags from '../../api/features/tags/repository'
import * as log from '../../api/features/transparency-log/repository'
import { deleteVisitsBefore } from '../../api/features/visits'
import * as webhooks from '../../api/features/webhooks/repository'
import * as samples from '../../api/features/work-samples/repository'

/**
 * Repository functions under the names of the old store, for tests only: `store.inbox.list(…)` is `listInboxMessages(store, …)`.
 *
 * Register functions that tests use here. A function over `Db` is registered unchanged. One that takes a `Tx` is wrapped in
 * `inTransaction`, which opens a transaction when a test calls the function on the store itself.
 *
 * Tests and their helpers import the type `Store` from this file. Code that opens a database without `openDatabaseWithApps`,
 * `openTestStore` or `startTestApi` passes it through `withRepositories`. Stubbing a method of the store no longer affects the product's functions:
 * watch the database instead, or its statements with `onStatement`, which can also fail them.
 */
const repositories = {
  apps: {
    findById: apps.findAppById,
    findByPublicKey: apps.findAppByPublicKey,
    insert: insertApp,
    replace: replaceApp,
    list: apps.listApps,
    lock: apps.lockApp,
  },
  secretKeys: {
    insert: secretKeys.insertSecretKey,
    findByDigest: secretKeys.findSecretKey,
    list: secretKeys.listSecretKeys,
    revoke: positional.ofScope(secretKeys.revokeSecretKey),
    touch: secretKeys.recordSecretKeyUse,
  },
  codes: {
    insert: accounts.insertCode,
    findOpen: positional.findOpenCode,
    findByLink: accounts.findCodeByLink,
    findNewestOf: accounts.findNewestCodeFrom,
    takeTry: accounts.decrementCodeTries,
    consume: accounts.consumeCode,
    deleteByMember: accounts.deleteCodesOfMember,
    deleteExpired: accounts.deleteExpiredCodes,
  },
  emailCodes: {
    insert: accounts.insertEmailCode,
    takeTry: positional.takeEmailCodeTry,
    consume: accounts.consumeEmailCode,
    deleteByAddress: accounts.deleteEmailCodes,
    deleteExpired: accounts.deleteExpiredCodes,
  },
  emailChanges: {
    insert: accounts.insertEmailChange,
    findByLink: accounts.findEmailChangeByLink,
    findByAddress: accounts.findEmailChangeByEmail,
    findLatest: accounts.findLatestEmailChange,
    takeBack: inTransaction(accounts.consumeEmailChange),
    keepWords: accounts.saveContentBefore,
    deleteExpired: accounts.deleteExpiredCodes,
  },
  signupRecords: {
    insert: accounts.insertSignupRecord,
    find: accounts.findSignupRecord,
    list: positional.ofScope(accounts.listSignupRecords),
    deleteByMember: accounts.deleteSignupRecords,
  },
  devices: {
    find: logins.findDevice,
    findOfAnyMember: logins.findDeviceOfAnyMember,
    save: inTransaction(logins.saveDevice),
    notePassword: logins.recordPasswordSet,
    deleteOthers: inTransaction(logins.deleteOtherDevices),
    deleteByMember: logins.deleteDevicesOfMember,
    deleteSeenBefore: logins.deleteDevicesSeenBefore,
  },
  memberTickets: {
    insert: logins.insertMemberTicket,
    consume: logins.consumeMemberTicket,
    deleteByMember: logins.deleteMemberTickets,
    deleteExpired: logins.deleteExpiredMemberTickets,
  },
  providerConnections: {
    insert: social.insertProviderConnection,
    find: social.findProviderConnection,
    listByMember: logins.listProviderConnections,
    delete: social.deleteProviderConnection,
    deleteByMember: logins.deleteProviderConnections,
  },
  providerFlows: {
    insert: social.insertProviderFlow,
    find: social.findProviderFlow,
    consume: social.consumeProviderFlow,
    deleteExpired: social.deleteExpiredFlows,
  },
  providerAnswers: {
    insert: social.insertProviderResult,
    consume: social.consumeProviderResult,
    deleteByMember: logins.deleteProviderResults,
    deleteExpired: social.deleteExpiredFlows,
  },
  connectTickets: {
    insert: social.insertConnectTicket,
    consume: social.consumeConnectTicket,
    deleteExpired: social.deleteExpiredFlows,
  },
  testConsents: {
    insert: social.insertTestConsent,
    consume: social.consumeTestConsent,
    deleteExpired: social.deleteExpiredFlows,
  },
  members: {
    insert: inTransaction(members.insertMember),
    findById: members.findMemberById,
    listSummaries: members.listMemberSummaries,
    listByIds: members.listMembersByIds,
    findByEmail: members.findMemberByEmail,
    update: inTransaction(members.updateMemberById),
    noteLogin: members.recordLogin,
    listInOrder: memberLists.listMembersBy,
    findUsedImages: members.findUsedProfileImages,
    lock: inTransaction(members.lockMemberById),
    delete: inTransaction(members.deleteMemberById),
  },
  sessions: {
    insert: positional.insertSession,
    find: sessions.findSession,
    findCaller: sessions.findSessionCaller,
    delete: sessions.deleteSession,
    deleteByMember: sessions.deleteSessionsOfMember,
    deleteOthers: sessions.deleteOtherSessions,
    deleteExpired: sessions.deleteExpiredSessions,
  },
  inbox: {
    insert: insertInboxMessage,
    list: positional.ofScope(listInboxMessages),
    listByEmail: listInboxMessagesFrom,
  },
  visits: { deleteBefore: deleteVisitsBefore },
  dataRecords: {
    insert: inTransaction(records.insertDataRecord),
    find: records.findDataRecord,
    update: inTransaction(records.updateDataRecord),
    delete: records.deleteDataRecord,
    connect: inTransaction(records.connect),
    listLinks: records.listLinks,
    countAll: countVisible,
    search: searchRecords,
    count: countRecords,
    searchRelated,
    countRelated,
  },
  ...paymentRepositories,
  webhooks: {
    hasEndpoints: webhooks.hasEnabledEndpoints,
    insertEndpoint: webhooks.insertWebhookEndpoint,
    listEndpoints: webhooks.listWebhookEndpoints,
    findEndpoint: webhooks.findWebhookEndpoint,
    updateEndpoint: webhooks.updateWebhookEndpoint,
    deleteEndpoint: webhooks.deleteWebhookEndpoint,
    insertMessage: webhooks.insertWebhookMessage,
    insertDelivery: inTransaction(webhooks.insertWebhookDelivery),
    listMessages: positional.ofScope(webhooks.listWebhookMessages),
    findMessage: webhooks.findWebhookMessage,
    listDeliveries: webhooks.listWebhookDeliveries,
    claimDue: positional.claimDueDeliveries,
    updateDelivery: webhooks.updateWebhookDelivery,
    failingSince: webhooks.findFailingSince,
    deleteMessagesBefore: webhooks.deleteWebhookMessagesBefore,
  },
  storage: {
    account: storage.findStorageAccount,
    total: storage.readStorageTotal,
    addDaily: storage.addDailyBytes,
    daily: storage.readDailyBytes,
    deleteDailyBefore: storage.deleteDailyBytesBefore,
    usage: storage.listStorageUsage,
  },
  captchas: {
    signingKey: captcha.ensureCaptchaKey,
    use: captcha.useCaptcha,
    deleteExpired: captcha.deleteExpiredCaptchas,
  },
  outbox: {
    insert: mail.insertMail,
    claimDue: mail.claimDueMails,
    delete: mail.deleteMail,
    reschedule: positional.rescheduleMail,
  },
  mailbox: { insert: mail.insertMailboxMessage, list: mail.listMailboxMessages, find: mail.findMailboxMessage },
  mirrorJobs: {
    insert: mirror.insertMirrorJob,
    claimDue: mirror.claimDueMirrorJobs,
    delete: mirror.deleteMirrorJob,
    reschedule: positional.rescheduleMirrorJob,
    summarise: mirror.summarizeMirrorJobs,
  },
  auditLog: { insert: audit.insertAuditEntry, list: positional.ofScope(audit.listAuditEntries) },
  memberTransfers: { insertAll: inTransaction(transfer.insertImportedMembers) },
  credits: {
    insert: credits.insertCredit,
    listByMember: credits.listCredits,
    listByPurchase: credits.listCreditsOfPurchase,
    move: positional.moveCredit,
  },
  tagOrders: {
    insert: orders.insertTagOrder,
    find: orders.findTagOrder,
    update: orders.updateTagOrder,
    listByMember: orders.listTagOrders,
    listByApp: positional.ofScope(orders.listTagOrdersOfApp),
  },
  comments: {
    insert: inTransaction(comments.insertComment),
    find: comments.findCommentById,
    update: comments.updateComment,
    replaceMarkup: comments.replaceMarkup,
    listOutdated: comments.listOutdatedComments,
    delete: comments.deleteCommentById,
    count: comments.countComments,
  },
  attempts: {
    insert: attempts.insertAttempt,
    find: attempts.findAttempt,
    lock: inTransaction(attempts.lockAttempt),
    update: attempts.updateAttempt,
    listByOwner: attempts.listAttemptsByOwner,
    listByApp: positional.ofScope(attempts.listAttemptsByApp),
    listByBank: attempts.listAttemptsByBank,
    claim: attempts.assignPractice,
    delete: ({ kysely }: Db, id: string) => kysely.deleteFrom('assessmentAttempts').where('id', '=', id).execute(),
    deleteStale: attempts.deleteStalePractice,
    deleteEvidence: attempts.deleteOldEvidence,
  },
  questionStatistics: {
    add: inTransaction(statistics.addQuestionOutcomes),
    list: statistics.listQuestionStatistics,
  },
  activities: { insert: attempts.insertActivity, listByMember: attempts.listActivities },
  workSamples: {
    insert: samples.insertWorkSample,
    find: samples.findWorkSampleById,
    listByAttempt: samples.listWorkSamplesByAttempt,
    listByMember: samples.listWorkSamplesByMember,
    advance: samples.advanceWorkSample,
    delete: samples.deleteWorkSampleById,
    findUsedFiles: samples.findUsedFiles,
    deleteGivenUp: samples.deleteAbandonedWorkSamples,
  },
  sampleLinks: { insert: samples.insertSampleLink, find: samples.findSampleLink },
  ownerAccess: {
    insertLink: owner.insertOwnerLink,
    consumeLink: owner.consumeOwnerLink,
    findSession: owner.findOwnerAccess,
  },
  tags: {
    insert: tags.insertTag,
    find: tags.findTagById,
    findShown: tags.findVisibleTag,
    findByAttempt: tags.findTagByAttempt,
    listByMember: tags.listTagsByMember,
    listByApp: positional.ofScope(tags.listTagsByApp),
    update: tags.updateTag,
    revoke: tags.markTagRevoked,
  },
  profiles: {
    insert: tags.insertProfile,
    find: tags.findProfileByMember,
    findBySlug: tags.findProfileBySlug,
    update: tags.updateProfile,
    countView: tags.incrementViews,
  },
  log: {
    head: log.findLogHead,
    lock: inTransaction(log.lockLog),
    append: inTransaction(log.insertLogEntry),
    readHashes: positional.readLogHashes,
    readEntries: log.readLogEntries,
    findRevocations: log.findRevokeEntries,
    listRevocations: log.listRevokeEntries,
    addCosignature: log.saveCosignature,
    bestCosigned: log.findBestCosigned,
    newestCosigned: log.findNewestCosigned,
    newestSizeOf: log.findCosignedSize,
  },
  credentials: {
    insert: credentials.insertCredential,
    find: credentials.findCredential,
    listByMember: credentials.listCredentialsByMember,
    listSignedBy: credentials.listTagsSignedBy,
    listByTags: credentials.listCredentialsByTags,
    listKeys: credentials.listCredentialKeys,
    delete: inTransaction(credentials.deleteCredential),
    listTagsWithout: tags.listTagsWithoutCredential,
  },
  proofAlarms: { record: credentials.recordAlarm },
  statusPlaces: {
    newest: credentials.findNewestList,
    take: credentials.tryAllocateIndex,
    isUsed: credentials.isListUsed,
    addRevocation: inTransaction(credentials.insertRevocation),
    listRevocations: credentials.listRevocations,
    listMarked: credentials.listMarkedIndexes,
  },
  signingKeys: {
    list: credentials.listSigningKeys,
    insert: credentials.insertSigningKey,
    retire: credentials.retireSigningKeys,
    rewriteSeed: credentials.replaceSeed,
    deleteRetired: credentials.deleteRetiredKey,
  },
} satisfies Record<string, Record<string, (db: Db, ...rest: never[]) => unknown>>

type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (db: never, ...rest: infer Rest) => infer T
    ? (...rest: Rest) => T
    : never
}

type Registered = {
  [Name in keyof typeof repositories]: Bound<(typeof repositories)[Name]>
}

export type Repositories = Registered

export interface Store extends Omit<Database, 'transaction' | 'expensiveRead'>, Registered {
  transaction<T>(work: (tx: Tx & Repositories) => Promise<T>, queue?: TransactionQueue): Promise<T>
  expensiveRead: <T>(
    work: (db: Db & Repositories) => Promise<T>,
    limits: Parameters<Database['expensiveRead']>[1],
  ) => Promise<T>
}

/** The store with the registered functions. */
export function withRepositories(store: Database): Store {
  return {
    ...bind(store),
    transaction: (work, queue) => store.transaction((tx) => work(bind(tx)), queue),
    expensiveRead: (work, limits) => store.expensiveRead((db) => work(bind(db)), limits),
  }
}

/** For tables without a store: every write is its own statement. */
export function repositoriesOver(kysely: Db['kysely'], filesUrl: string): Repositories {
  const image = createImageColumn(filesUrl)
  const none = (): Promise<void> => Promise.resolve()
  const changes = { touchMember: none, touchMemberAndTeams: none, touchConnection: none, touchTeam: none }
  return bind({ kysely, image, cacheClock: () => 0, changes: { ...changes, deliveryQueued: none } })
}

function bind<D extends Db>(db: D): D & Registered {
  const bound = Object.entries(repositories).map(([entry, functions]) => {
    const methods = Object.entries(functions).map(([name, work]) => [
      name,
      (...rest: never[]): unknown => Reflect.apply(work, null, [db, ...rest]),
    ])
    return [entry, Object.fromEntries(methods)]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries lose their types
  return { ...db, ...Object.fromEntries(bound) } as D & Registered
}
