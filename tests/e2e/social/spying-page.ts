/** A page that opens the window with any parameters and records its messages. */
export const spyingPage = (api: string, says: { publicKey: string; opener_origin: string }): string => `<!doctype html>
  <title>Evil</title>
  <link rel="icon" href="data:," />
  <button>Win</button>
  <output></output>
  <script>
    addEventListener('message', (event) => document.querySelector('output').append(JSON.stringify(event.data)))
    document.querySelector('button').addEventListener('click', () => {
      const says = ${JSON.stringify({ ...says, provider: 'acme', appId: 'app_demo', allowSignup: 'true', state: 'known' })}
      const opener_origin = says.opener_origin === 'its own' ? location.origin : says.opener_origin
      const query = new URLSearchParams({ ...says, opener_origin, origin: location.hostname })
      open(${JSON.stringify(`${api}/auth-provider/login?`)} + query, '', 'width=600,height=700')
    })
  </script>`
