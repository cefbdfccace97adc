/** Where the page stands that plays a provider in Test Mode. */
export const TEST_CONSENT_PATH = '/test/consent'
