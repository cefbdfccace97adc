/**
 * Fetches what the inspector says of its rules and notices from the API's own file. Without headers or credentials, so
 * that it needs no preflight and a cache may answer it.
 * @param apiUrl origin, or base URL, of the API, without a trailing slash
 * @returns whatever the file holds; whoever uses it checks each entry
 * @throws when there is no such file or no answer
 */
export async function readInspectorHelp(apiUrl: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(`${apiUrl}/inspector-help.json`, { credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}
