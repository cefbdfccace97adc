/** A page on an outside site with a profile form for visitors too. */
export const profilePage = (api: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Profile</title><link rel="icon" href="data:,">
<script src="${api}/membership.js" data-memberstack-app="app_demo"></script></head>
<body><main><h1>Profile</h1><form data-ms-form="profile">
<label>First name <input name="a" data-ms-member="first-name"></label>
<label>Company <select name="b" data-ms-member="company"><option value="">None</option><option>Engines</option></select></label>
<button>Save</button></form><button type="button" data-ms-action="logout">Log out</button></main></body></html>`
