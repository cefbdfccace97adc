/** The mark of TrustTag, 32 by 32: a tag with its corner cut. */
export const MARK_PATH = 'M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z'
