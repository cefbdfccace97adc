// This page takes tickets: the widget reads its settings when its own tag, below this one, runs.
window.memberstackConfig = { useMemberToken: true }

/** The same page at the machine's other name, which has a storage of its own as another site would. */
function elsewhere() {
  const address = new URL(location.href)
  address.hostname = address.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return address
}

async function makeTicket() {
  const place = document.querySelector('#ticket')
  try {
    const { data } = await window.$memberstackDom.createMemberTicket()
    const address = elsewhere()
    address.searchParams.set('memberToken', data.ticket)
    const link = document.createElement('a')
    link.href = address.href
    link.referrerPolicy = 'no-referrer'
    link.textContent = `Log in at ${address.host}`
    place.replaceChildren(link, `, until ${new Date(data.expires).toLocaleTimeString()}`)
  } catch (error) {
    place.textContent = error.message
  }
}

// The button comes and goes with the member.
document.addEventListener('click', (event) => {
  if (event.target.closest?.('#make-ticket')) void makeTicket()
})
