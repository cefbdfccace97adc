/**
 * Fetches one language of the modals' texts from the API's own files. Without headers or credentials, so that it needs
 * no preflight and a cache may answer it.
 * @param apiUrl origin, or base URL, of the API, without a trailing slash
 * @returns whatever the file holds; whoever uses it checks each text
 * @throws when there is no such file or no answer
 */
export function createReadTranslation(apiUrl: string, fetch: typeof globalThis.fetch) {
  return async (language: string): Promise<unknown> => {
    const response = await fetch(`${apiUrl}/translations/${language}.json`, { credentials: 'omit' })
    if (!response.ok) throw new Error(`${response.status}`)
    return response.json()
  }
}
