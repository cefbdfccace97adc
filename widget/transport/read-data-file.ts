/**
 * Fetches one of the API's own files. Without headers or credentials, so that it needs no preflight and a cache may
 * answer it.
 * @param address of the file, on the API's origin
 * @returns whatever the file holds; whoever uses it checks each entry
 * @throws when there is no such file or no answer
 */
export async function readDataFile(address: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(address, { credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}
