/** How Open Badges 3.0 puts a credential into a picture ("baked"). */

/** The first eight bytes of every PNG. */
export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Keyword of the one `iTXt` chunk of a PNG that holds the credential. */
export const PNG_KEYWORD = 'openbadgecredential'

/** Name of the one element of an SVG that holds it, and what its prefix stands for. */
export const SVG_ELEMENT = 'openbadges:credential'
export const SVG_NAMESPACE = 'https://purl.imsglobal.org/ob/v3p0'
