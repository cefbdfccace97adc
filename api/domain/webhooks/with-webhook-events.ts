import type { Services } from '../../ports/services'
import type { Store } from '../../ports/store'
import { watchChanges } from './watch-changes'

export interface EventServices extends Pick<Services, 'secrets' | 'clock'> {
  /** Called after a transaction that left something to send. */
  webhooksWaiting(): void
}

/**
 * The store, with one thing more: whatever a transaction does to members, their plans and teams is told to the owner's
 * servers that asked for it. What is to be sent is written in the same transaction, so that nothing that was rolled back is
 * told, and nothing that happened is forgotten. Whoever writes members need not think of it. What is brought in with a file is
 * not told: repositories have methods of their own for that, and nobody watches those.
 */
export function withWebhookEvents(store: Store, services: EventServices): Store {
  const transaction: Store['transaction'] = async (work, queue) => {
    let isWaiting = false
    const result = await store.transaction(async (tx) => {
      const watch = watchChanges(tx, services)
      const worked = await work(watch.tx)
      isWaiting = await watch.write()
      return worked
    }, queue)
    if (isWaiting) services.webhooksWaiting()
    return result
  }
  return { ...store, ...writesAlone(store, transaction), transaction }
}

/** Writes that stand alone are transactions of their own, so that they are seen, too. */
function writesAlone(
  store: Store,
  transaction: Store['transaction'],
): Pick<Store, 'members' | 'planConnections' | 'teams'> {
  return {
    members: {
      ...store.members,
      insert: (member) => transaction(({ members }) => members.insert(member), 'members'),
      update: (id, changes) => transaction(({ members }) => members.update(id, changes)),
      delete: (id) => transaction(({ members }) => members.delete(id)),
    },
    planConnections: {
      ...store.planConnections,
      insert: (connection) => transaction(({ planConnections }) => planConnections.insert(connection)),
      replace: (connection) => transaction(({ planConnections }) => planConnections.replace(connection)),
      delete: (id) => transaction(({ planConnections }) => planConnections.delete(id)),
    },
    teams: {
      ...store.teams,
      addMember: (member) => transaction(({ teams }) => teams.addMember(member)),
      removeMember: (teamId, memberId) => transaction(({ teams }) => teams.removeMember(teamId, memberId)),
      delete: (id) => transaction(({ teams }) => teams.delete(id)),
    },
  }
}
