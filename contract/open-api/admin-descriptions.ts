import type { AdminEndpointName } from '../admin/endpoints'

/** What its name does not say of an endpoint of the admin API. */
export const adminDescriptions = {
  listMembers: 'In pages: `after` takes the `endCursor` of the page before.',
  retrieveMember: 'By id or e-mail address; null where there is none.',
  createMember: 'Without a password the member logs in by a mailed code, or sets one.',
  changeMember: 'Changes what is named; custom fields and metadata are merged.',
  addPlanToMember: 'A free plan, or one that only an admin may add.',
  sendMemberPasswordReset: 'Mails the code and the link that members ask for themselves.',
  verifyToken: 'Whose session a token is, for a back end that is shown one.',
  exportMembers: 'All members as JSON or CSV, in parts.',
  importMembers: 'Members from a file, with `dryRun` to see beforehand what would become of them.',
  listDataTables: 'Whatever the rules of the tables say.',
  queryTableRecords: 'Records by conditions, in pages.',
  removeDataRecord: 'Answers the record as it was.',
  addWebhookEndpoint: 'Answers the secret that signs what is sent to it: once, and never again.',
  rollWebhookSecret: 'A new secret; for a while the old one signs besides.',
  testWebhookEndpoint: 'Sends it a message that says it is a test.',
  replayWebhookMessage: 'Sends it again, to one endpoint or to every one that takes such events.',
  listAuditLog: 'Every act of an owner, newest first, in pages.',
} as const satisfies Partial<Record<AdminEndpointName, string>>
