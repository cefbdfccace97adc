/** TrustTags of nobody, for whoever wants to see what a check looks like; marked as samples wherever they show. */
export const sampleIds = ['TT-WD2024001', 'TT-EL2024017', 'TT-QB2024042'] as const
