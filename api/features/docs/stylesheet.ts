/** Where it is served. */
export const DOCUMENTS_STYLESHEET_PATH = '/docs.css'

/** The look of the documentation: one column to read, code and tables that stay inside it. */
export const documentsStylesheet = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --soft: #f3f5f9; --text: #14181f; --muted: #545d6b; --line: #d5dbe5; --accent: #1d4ed8;
}
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #12161d; --soft: #1b212c; --text: #e9edf4; --muted: #a9b3c2; --line: #333c4c; --accent: #8fb2ff; }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-block-start: 1rem; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
header, main { max-inline-size: 54rem; margin-inline: auto; padding-inline: clamp(1rem, 5vw, 2rem); }
header { padding-block: .5rem; }
header a, .contents a, .documents a { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
header a { color: var(--muted); font-weight: 600; text-decoration: none; }
main { padding-block-end: 4rem; outline: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .125rem; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; padding: .75rem 1rem; background: var(--ground); }
.skip:focus { inset-block-start: .5rem; z-index: 1; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 1rem 0 1.5rem; font-size: clamp(1.75rem, 1.4rem + 1.5vw, 2.25rem); letter-spacing: -.015em; }
h2 { margin: 3rem 0 .75rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); font-size: 1.375rem; }
h3 { margin: 2.25rem 0 .5rem; font-size: 1.0625rem; }
article :is(h2, h3, h4) a { color: inherit; text-decoration: none; }
article :is(h2, h3, h4) a:hover { text-decoration: underline; }
p, ul, ol, pre, .scroll { margin: 0 0 1rem; }
p, li { max-inline-size: 44rem; }
ul, ol { padding-inline-start: 1.375rem; }
li { margin-block-end: .375rem; }
.contents { margin-block-end: 2rem; padding: .5rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
.contents ul { margin: 0; padding: 0; list-style: none; columns: 2 16rem; column-gap: 2rem; }
.contents li { margin: 0; break-inside: avoid; }
.documents { padding: 0; list-style: none; }
.documents li { padding-block: .5rem 1rem; border-block-end: 1px solid var(--line); }
.documents a { font-size: 1.125rem; font-weight: 600; }
h2 + .documents li:last-child { border: 0; }
.ways { display: flex; flex-wrap: wrap; gap: .5rem 2rem; justify-content: space-between; margin-block-start: 3rem;
  padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
.ways a { min-block-size: 2.75rem; font-weight: 600; text-decoration: none; }
.ways a:hover { text-decoration: underline; }
.ways a[rel='next'] { margin-inline-start: auto; text-align: end; }
.ways span { display: block; color: var(--muted); font-size: .875rem; font-weight: 400; }
.documents p { margin: 0; color: var(--muted); }
code { padding: .1em .3em; border-radius: .25rem; background: var(--soft); overflow-wrap: anywhere;
  font: .875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
pre { padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--soft);
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
blockquote { margin: 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--muted); }
.scroll { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { min-inline-size: 8rem; padding: .5rem 1rem .5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
@media print {
  header, .skip, .contents, .ways { display: none; }
  .scroll { overflow: visible; }
  pre, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  th, td { min-inline-size: 0; }
}
@media (forced-colors: active) { pre, code { border: 1px solid CanvasText; } }
`
