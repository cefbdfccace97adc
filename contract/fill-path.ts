/** `/app/plans/:planId` and `{ planId: 'a/b', x: 1 }` → `/app/plans/a%2Fb` and the remaining input, `{ x: 1 }`. */
export function fillPath(path: string, input: object): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}
