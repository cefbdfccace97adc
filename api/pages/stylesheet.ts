/**
 * The look of every hosted page. Classes a page may use: `notice` and `error` (a sentence in a box), `note` (small
 * print), `quiet` (a button of second rank), `button` (a link that looks like one), `field` (label, input and hint),
 * `check` (a box with its label), `choices` (buttons below each other).
 */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f9; --surface: #ffffff; --text: #14181f; --muted: #545d6b; --line: #d5dbe5; --control: #7a8496;
  --accent: #1d4ed8; --accent-text: #ffffff; --accent-over: #1e40af;
  --good: #14532d; --good-ground: #e4f6ea; --bad: #8c1515; --bad-ground: #fdeaea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10131a; --surface: #191e28; --text: #eef1f6; --muted: #a9b3c2; --line: #333c4c; --control: #75819a;
    --accent: #8fb2ff; --accent-text: #0b1226; --accent-over: #b4ccff;
    --good: #b2ecc5; --good-ground: #16311f; --bad: #ffc2c2; --bad-ground: #3c1a1d;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-block-size: 100vh; padding: clamp(1rem, 5vw, 3rem) 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
main {
  margin-inline: auto; padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--surface);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 32px rgb(0 0 0 / 8%);
}
main.card { max-inline-size: 27rem; }
main.wide { max-inline-size: 64rem; }
.brand { margin: 0 0 .5rem; color: var(--muted); font-size: .875rem; font-weight: 600; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .75rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; overflow-wrap: anywhere; }
a:hover { color: var(--accent-over); }
strong { overflow-wrap: anywhere; }
hr { margin: 1.75rem 0; border: 0; border-block-start: 1px solid var(--line); }
form { margin: 0 0 1rem; }
label { display: block; margin-block-end: .375rem; font-weight: 600; }
.field { margin-block-end: 1.125rem; }
.field p, .note { margin: .375rem 0 0; color: var(--muted); font-size: .875rem; }
input:not([type='hidden']) {
  inline-size: 100%; padding: .625rem .75rem; border: 1px solid var(--control); border-radius: .5rem;
  background: var(--surface); color: inherit; font: inherit;
}
input[aria-invalid='true'], textarea[aria-invalid='true'] { border-color: var(--bad); }
button {
  inline-size: 100%; min-block-size: 2.75rem; padding: .625rem 1.125rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--accent-text); font: inherit; font-weight: 600; cursor: pointer;
}
textarea {
  inline-size: 100%; min-block-size: 6rem; padding: .625rem .75rem; border: 1px solid var(--control); border-radius: .5rem;
  background: var(--surface); color: inherit; font: inherit; resize: vertical;
}
a.button {
  display: flex; align-items: center; justify-content: center; min-block-size: 2.75rem; padding: .625rem 1.125rem;
  border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--accent-text);
  font-weight: 600; text-decoration: none;
}
a.button:hover { border-color: var(--accent-over); background: var(--accent-over); color: var(--accent-text); }
button:hover { border-color: var(--accent-over); background: var(--accent-over); }
button.quiet { border-color: var(--control); background: transparent; color: var(--text); }
button.quiet:hover { background: var(--ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice, .error { padding: .75rem 1rem; border-radius: .5rem; background: var(--good-ground); color: var(--good); }
.error { background: var(--bad-ground); color: var(--bad); }
.field .error { margin: .5rem 0 0; color: var(--bad); font-size: .9375rem; }
.check { display: flex; align-items: center; gap: .625rem; min-block-size: 2.75rem; margin-block-end: .75rem; font-weight: 400; cursor: pointer; }
.check input[type='checkbox'] { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
.choices { display: grid; gap: .625rem; margin-block-start: 1.25rem; }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
.search .field { flex: 1 1 14rem; margin: 0; }
.search button { flex: 0 0 auto; inline-size: auto; }
.mails { margin: 1.5rem 0 0; padding: 0; list-style: none; border-block-start: 1px solid var(--line); }
.mails li { display: grid; gap: .125rem; padding-block: .875rem; border-block-end: 1px solid var(--line); }
.mails a { font-weight: 600; }
.mails p, dl { margin: 0; color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .875rem; }
dt { font-weight: 600; }
dd { margin: 0; }
pre {
  margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--ground);
  font: .875rem/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
iframe { display: block; inline-size: 100%; block-size: 30rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.product { margin: 0 0 .75rem; font-size: 1.0625rem; }
.sum { grid-template-columns: 1fr max-content; margin-block-end: 1rem; padding-block: .75rem; border-block: 1px solid var(--line); }
.sum dd { text-align: end; font-variant-numeric: tabular-nums; }
.sum dt { font-weight: 400; }
.sum .total { color: var(--text); font-size: 1rem; font-weight: 600; }
.sum + .note { margin-block-end: 1.25rem; }
.note + .notice, .note + .error { margin-block-start: 1rem; }
.test-cards { margin: 0 0 1.125rem; }
.test-cards summary {
  min-block-size: 2.75rem; padding: .625rem 1rem; border: 1px solid var(--control); border-radius: .5rem; font-weight: 600;
  cursor: pointer;
}
.test-cards ul { margin: .75rem 0 0; padding-inline-start: 1.25rem; }
.sale { margin-block: 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
.sale h2 { margin-block-start: 0; }
h3 { margin: 1.25rem 0 .5rem; font-size: .9375rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: .875rem; }
h3 + .actions { margin-block-start: 0; }
.actions form { margin: 0; }
.actions button { inline-size: auto; font-size: .9375rem; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* Positioned: what is hidden in it scrolls with it, and does not widen the page. */
.scroll { position: relative; overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
td time { white-space: nowrap; }
.amount { padding-inline-end: 0; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.lists { margin: 0 0 1.5rem; border-block: 1px solid var(--line); }
.lists ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
.lists a, .row-acts a, .pages a { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
.lists a[aria-current] { color: var(--text); font-weight: 600; }
.row-acts { display: flex; gap: 1rem; }
.records { font-size: .875rem; }
.records th { white-space: nowrap; }
.records td { min-inline-size: 5rem; max-inline-size: 24rem; vertical-align: middle; overflow-wrap: anywhere; }
.records .long { min-inline-size: 12rem; }
.log-out { margin-block-start: 2rem; }
.log-out button { inline-size: auto; }
main.wide:has(.records) { max-inline-size: 90rem; }
@media (forced-colors: active) { main, button, input, textarea { border-color: CanvasText; } }
`
