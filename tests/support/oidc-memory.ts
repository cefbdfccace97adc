interface BoundedCache {
  payload: Record<string, unknown>
  until: number
}

/** A store for `oidc-provider`, whose own one prints warnings. */
export function createOidcMemory() {
  const stores = new Map<string, Map<string, BoundedCache>>()
  return (kind: string) => {
    const store = stores.get(kind) ?? new Map<string, BoundedCache>()
    stores.set(kind, store)
    const alive = ({ until }: BoundedCache) => until > Date.now()
    return {
      async upsert(id: string, payload: Record<string, unknown>, expiresInSeconds = 3600) {
        store.set(id, { payload, until: Date.now() + expiresInSeconds * 1000 })
      },
      async find(id: string) {
        const kept = store.get(id)
        return kept && alive(kept) ? kept.payload : undefined
      },
      async findByUid(uid: string) {
        return [...store.values()].find((kept) => kept.payload['uid'] === uid && alive(kept))?.payload
      },
      async consume(id: string) {
        const kept = store.get(id)
        if (kept) kept.payload['consumed'] = Math.floor(Date.now() / 1000)
      },
      async destroy(id: string) {
        store.delete(id)
      },
      async revokeByGrantId(grantId: string) {
        for (const [id, { payload }] of store) if (payload['grantId'] === grantId) store.delete(id)
      },
    }
  }
}
