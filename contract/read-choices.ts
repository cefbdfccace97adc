/**
 * The options that an answer names. Several are joined with commas (seed 000 section 3). An option may contain commas,
 * so every reading is tried, longest option first.
 * @returns null if the answer is not such a list, or names an option twice
 */
export function readChoices(answer: string, options: readonly string[]): string[] | null {
  if (answer === '') return []
  const candidates = options
    .filter((option) => answer === option || answer.startsWith(`${option},`))
    .toSorted((one, other) => other.length - one.length)
  for (const option of candidates) {
    if (answer === option) return [option]
    const rest = readChoices(
      answer.slice(option.length + 1).trimStart(),
      options.filter((other) => other !== option),
    )
    if (rest !== null && rest.length > 0) return [option, ...rest]
  }
  return null
}
