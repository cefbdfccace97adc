/** A sample, marked as one. */
export const sampleTag = {
  id: 'TT-EL2024017',
  skill: 'Electrician',
  holder: 'Maria Alvarez',
  score: 92,
  band: { low: 75, high: 98 },
  questions: 10,
  issued: '14 March 2024',
  category: 'Skilled Trades & Construction',
  mark: 'Sample',
} as const

/** IDs to try a check with. They have no holder and are marked as samples everywhere. */
export const sampleIds = ['TT-WD2024001', 'TT-EL2024017', 'TT-QB2024042'] as const
