import { callAdmin } from './admin-calls'
import type { Canaries } from './canaries'
import type { TestApi } from './start-api'
import * as v from 'valibot'

const made = v.object({ data: v.object({ id: v.string() }) })
const withSecret = v.object({ data: v.object({ id: v.string(), secret: v.string() }) })

/** A webhook of app_demo and an unsent message, notes on a member, and hosted content with a draft and a version. */
export async function makeAdminThings(
  { api, canaries }: { api: Pick<TestApi, 'request' | 'services' | 'store' | 'webhooks'>; canaries: Canaries },
  key: string,
  member: string,
) {
  await api.webhooks.stop(0)
  const url = `https://hooks.example.test/${canaries.mark('hooks', 'url')}`
  const endpoint = v.parse(withSecret, (await callAdmin(api, key, 'addWebhookEndpoint', { url })).body).data
  canaries.add('hooks', 'webhook-secret', endpoint.secret)
  const message = await callAdmin(api, key, 'testWebhookEndpoint', { endpointId: endpoint.id })
  const note = await callAdmin(api, key, 'addMemberNote', { member, text: canaries.mark('hooks', 'note') })
  const noteId = v.parse(made, note.body).data.id
  const piece = { item: 'cnt_draft', name: 'Draft', group: 'members-area', type: 'HTML', content: '<p>First</p>' }
  await callAdmin(api, key, 'saveContentDraft', piece)
  await callAdmin(api, key, 'publishContent', { item: 'cnt_draft' })
  await callAdmin(api, key, 'saveContentDraft', { ...piece, content: '<p>Second</p>' })
  await callAdmin(api, key, 'saveContentDraft', { ...piece, item: 'cnt_removed' })
  await callAdmin(api, key, 'removeContentPiece', { item: 'cnt_removed' })
  const second = await callAdmin(api, key, 'addMemberNote', { member, text: canaries.mark('hooks', 'removed-note') })
  const removedNoteId = v.parse(made, second.body).data.id
  await callAdmin(api, key, 'removeMemberNote', { member, noteId: removedNoteId })
  const selection = { ids: [member], count: 1 }
  const verify = { action: { kind: 'verify' }, selection }
  const jobId = v.parse(made, (await callAdmin(api, key, 'addJob', verify)).body).data.id
  const exportId = v.parse(made, (await callAdmin(api, key, 'addExportJob', { selection })).body).data.id
  const finishedAt = api.services.clock.now()
  await api.store.kysely.updateTable('jobs').set({ status: 'DONE', finishedAt }).where('id', '=', exportId).execute()
  return {
    jobId,
    exportId,
    endpointId: endpoint.id,
    noteId,
    removedNoteId,
    messageId: v.parse(made, message.body).data.id,
  }
}

export type AdminThings = Awaited<ReturnType<typeof makeAdminThings>>
