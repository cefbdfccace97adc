const TABLE = /\/contract\/endpoints\/[\w-]+\.ts$/
const ACCESS = /, access: '\w+'/g

/**
 * Who may call an endpoint is for the server to decide: the script's copy of the tables leaves it out.
 * @returns {import('vite').Plugin}
 */
export function leanEndpoints() {
  return {
    name: 'lean-endpoints',
    enforce: 'pre',
    transform: (code, id) => (TABLE.test(id) ? { code: code.replaceAll(ACCESS, ''), map: null } : null),
  }
}
