import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import type { AdminInput, AdminOutput } from '../../../contract/admin/schemas'
import type { SecurityNote } from './security-note'

/** What is told of a call of the admin API that succeeded. */
type Tell<K extends AdminEndpointName> = (input: AdminInput<K>, data: AdminOutput<K>) => readonly SecurityNote[]

const webhookChanged = (_input: object, { id }: { id: string }): readonly SecurityNote[] => [
  { event: 'webhook-changed', facts: { subject: id } },
]

/** Events of the admin API, by endpoint. Everything else that an admin does is in the audit log. */
export const adminEvents: { [K in AdminEndpointName]?: Tell<K> } = {
  createMember: (_input, { id }) => [{ event: 'account-created', facts: { memberId: id, method: 'admin' } }],
  removeMember: (_input, { id }) => [{ event: 'account-deleted', facts: { memberId: id } }],
  exportMembers: () => [{ event: 'members-exported' }],
  importMembers: ({ dryRun }) => (dryRun === 'true' ? [] : [{ event: 'members-imported' }]),
  addWebhookEndpoint: webhookChanged,
  changeWebhookEndpoint: webhookChanged,
  removeWebhookEndpoint: webhookChanged,
  rollWebhookSecret: (_input, { id }) => [{ event: 'webhook-secret-changed', facts: { subject: id } }],
}
