/** What spreadsheets take for the beginning of a formula, behind any number of our own marks. */
const FORMULA = /^'*[=+\-@\t\r\n]/u
const MARKED = /^'+[=+\-@\t\r\n]/u

/** A cell that no spreadsheet computes: a member may have typed a formula. The mark is what spreadsheets use for texts. */
export const toHarmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A cell as it was before. */
export const fromHarmlessCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)
