import type { OwnerList } from './owner-list'
import { readPage } from './read-page'
import { fieldsText, toIso } from './record-values'

/** What owners did, and the service in their name. */
export const audit: OwnerList = {
  title: 'Audit log',
  columns: { doneAt: 'Time', actor: 'Who', act: 'Act', subject: 'On', detail: 'Detail' },
  read: ({ store }, { appId, mode }, page) =>
    readPage(page, {
      read: (limit, before) => store.auditLog.list(appId, mode, limit, before),
      placeOf: ({ id, at }) => ({ id, at }),
      show: ({ id, actor, act, subject, detail, at }) => ({
        id,
        doneAt: toIso(at),
        actor,
        act,
        subject,
        detail: fieldsText(detail),
      }),
    }),
}
