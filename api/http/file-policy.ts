/** Of whatever is a file and no page: opened by itself it is a document without any rights, and in nobody's frame. */
export const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
