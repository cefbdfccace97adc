/**
 * A page with a published client's social login, following its wire format: window name, order and double encoding of
 * parameters, `origin` as a host name, and its only check of the result, the origin. Flow and parameters come from the
 * page's query, see `askFor`.
 */
export const publishedPage = (api: string, publicKey: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Published client</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <button type="button">Open</button>
    <output></output>
    <script>
      const domain = ${JSON.stringify(api)}
      const app = { appId: 'app_demo', publicKey: ${JSON.stringify(publicKey)} }
      const twice = (value) => encodeURIComponent(JSON.stringify(value))
      const visit = { sessionId: '01HSESSIONIDXXXXXXXXXXXXXX', browser: 'CHROME', os: 'LINUX', screenSize: 'TABLET' }
      const origin = location.hostname
      const parameters = {
        signup: ({ provider, customFields = {}, plans = [], inviteToken }) => ({
          provider,
          customFields: twice(customFields),
          plans: twice(plans),
          ...app,
          ...(inviteToken && { inviteToken }),
          url: location.pathname,
          origin,
          ...visit,
        }),
        login: ({ provider, allowSignup }) => ({ provider, ...app, origin, ...(allowSignup && { allowSignup }) }),
        connect: ({ provider, token }) => ({ provider, ...app, member: token, origin }),
      }
      function authWithProvider(flow, wishes) {
        const query = new URLSearchParams(parameters[flow](wishes))
        open(domain + '/auth-provider/' + flow + '?' + query, flow, 'width=600,height=700')
        return new Promise((resolve, reject) => {
          addEventListener('message', (event) => {
            if (event.origin !== domain) return
            if (event.data.error) reject(event.data.error)
            else resolve(event.data)
          })
        })
      }
      const asked = new URLSearchParams(location.search)
      document.querySelector('button').addEventListener('click', () => {
        const tell = (told) => document.querySelector('output').append(JSON.stringify(told))
        authWithProvider(asked.get('flow'), JSON.parse(asked.get('wishes'))).then(
          (answer) => tell({ answer }),
          (error) => tell({ error }),
        )
      })
    </script>
  </body>
</html>`

/** The query of such a page. */
export const askFor = (flow: 'signup' | 'login' | 'connect', wishes: object): string =>
  `?${new URLSearchParams({ flow, wishes: JSON.stringify(wishes) })}`
