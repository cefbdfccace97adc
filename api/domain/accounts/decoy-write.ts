import type { OutboxRow, Store } from '../../ports/store'

/**
 * Writes to the disk and leaves nothing: where a known account makes the database write, an unknown one must take as
 * long.
 */
export async function decoyWrite(store: Store, mail: OutboxRow): Promise<void> {
  await store.transaction(async ({ outbox }) => {
    await outbox.insert(mail)
    await outbox.delete(mail.id)
  })
}
