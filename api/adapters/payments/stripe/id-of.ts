/** The id of something at Stripe that is named by its id, or stands there whole where that was asked for. */
export const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id)
