/** How Open Badges 3.0 embeds a credential in an image ("baking"). */

/** The first eight bytes of every PNG. */
export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Keyword of the single `iTXt` chunk of a PNG with the credential. */
export const PNG_KEYWORD = 'openbadgecredential'

/** Keyword of the `iTXt` chunk with the log proof. Other readers ignore it. */
export const PNG_PROOF_KEYWORD = 'tlog-proof'

/** Name of the single SVG element with the credential, and the namespace of its prefix. */
export const SVG_ELEMENT = 'openbadges:credential'
export const SVG_NAMESPACE = 'https://purl.imsglobal.org/ob/v3p0'

/** Name of the SVG element with the log proof, and the namespace of its prefix. */
export const SVG_PROOF_ELEMENT = 'tlog:proof'
export const SVG_PROOF_NAMESPACE = 'https://c2sp.org/tlog-proof@v1'
