const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand between tags and in quoted attributes, in HTML and in XML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
