/** The two halves of an app: their members and data never mix. */
export type Mode = 'test' | 'live'
