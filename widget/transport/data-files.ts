/**
 * Reads one language of the modals' texts.
 * @param apiUrl origin or base URL of the API, without a trailing slash
 */
export function createReadTranslation(apiUrl: string, fetch: typeof globalThis.fetch) {
  return (language: string): Promise<unknown> => readDataFile(`${apiUrl}/translations/${language}.json`, fetch)
}

/**
 * Reads the inspector's help texts.
 * @param apiUrl origin or base URL of the API, without a trailing slash
 */
export const readInspectorHelp = (apiUrl: string, fetch: typeof globalThis.fetch): Promise<unknown> =>
  readDataFile(`${apiUrl}/inspector-help.json`, fetch)

/**
 * Fetches one of the API's own files, without headers or credentials, so that it needs no preflight and can be cached.
 * @returns the unchecked content
 * @throws without a file or a response
 */
async function readDataFile(url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(url, { credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}
