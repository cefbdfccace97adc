import type { Store } from './repositories'

/** Queues mails of the demo app to `recipient-<n>@example.com`; live ones, which leave by the mail server. */
export async function putMails(store: Store, count: number): Promise<void> {
  const now = Date.now()
  await store.transaction(async ({ outbox }) => {
    for (let number = 0; number < count; number += 1)
      await outbox.insert({
        id: `mail_${number}`,
        to: `recipient-${number}@example.com`,
        from: 'Demo <hello@demo.example>',
        subject: 'Hello',
        text: `Number ${number}`,
        html: `<p>Number ${number}</p>`,
        appId: 'app_demo',
        mode: 'live',
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
      })
  })
}
