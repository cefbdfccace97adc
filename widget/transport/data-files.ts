/**
 * One language of the modals' texts.
 * @param apiUrl origin, or base URL, of the API, without a trailing slash
 */
export function createReadTranslation(apiUrl: string, fetch: typeof globalThis.fetch) {
  return (language: string): Promise<unknown> => readDataFile(`${apiUrl}/translations/${language}.json`, fetch)
}

/**
 * The inspector's explanations of its rules and notices.
 * @param apiUrl origin, or base URL, of the API, without a trailing slash
 */
export const readInspectorHelp = (apiUrl: string, fetch: typeof globalThis.fetch): Promise<unknown> =>
  readDataFile(`${apiUrl}/inspector-help.json`, fetch)

/**
 * Fetches one of the API's own files, without headers or credentials: it needs no preflight, and caches can serve it.
 * @returns the unchecked content
 * @throws if there is no such file or no response
 */
async function readDataFile(url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(url, { credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}
