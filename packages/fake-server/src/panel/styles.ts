/** On the host, `all: initial !important` overrides the page's styles, even those for every element. */
export const styles = `
:host { all: initial !important; }
:host::backdrop { display: none !important; }
.root {
  --text: #1b2330; --muted: #5a6474; --back: #fff; --field: #f2f4f8; --line: #c9d0db; --edge: #8690a2; --main: #1f5fd0; --on-main: #fff; --bad: #b3141c;
  position: fixed; inset: 12px; z-index: 2147483647; display: flex; flex-direction: column-reverse; align-items: flex-end; gap: 8px; pointer-events: none;
  color-scheme: light; color: var(--text); direction: ltr; font: 13px/1.45 system-ui, sans-serif; text-align: left;
}
@media (prefers-color-scheme: dark) {
  .root {
    --text: #e8ecf3; --muted: #a4aebd; --back: #171c25; --field: #242b37; --line: #47505f; --edge: #737e90; --main: #8bb4ff; --on-main: #10151d; --bad: #ff9a94;
    color-scheme: dark;
  }
}
@media print { .root { display: none; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.top-left, .top-right { flex-direction: column; }
.top-left, .bottom-left { align-items: flex-start; }
.open, .panel { pointer-events: auto; box-shadow: 0 3px 14px #0005; }
.open { min-width: 44px; min-height: 32px; border-radius: 16px; padding: 0 12px; font-weight: 600; }
.panel {
  display: flex; flex-direction: column; width: 480px; max-width: 100%; height: 600px; overflow: auto; overscroll-behavior: contain;
  background: var(--back); border: 1px solid var(--line); border-radius: 10px;
}
@media (max-width: 500px) {
  .panel { position: fixed; inset: 50% 0 0; width: auto; height: auto; border-radius: 10px 10px 0 0; }
  .open[aria-expanded='true'] { visibility: hidden; }
}
.head, .messages { position: sticky; z-index: 1; background: var(--back); }
.head { top: 0; padding: 10px 14px 0; border-bottom: 1px solid var(--line); }
.messages { bottom: 0; }
.messages > :not(:empty, [hidden]) { padding: 8px 14px; border-top: 1px solid var(--line); }
.messages > button:not([hidden]) { margin: 0 14px 8px; padding: 2px 9px; border: 1px solid var(--edge); }
[role='tab'] { border-color: transparent; border-radius: 6px 6px 0 0; background: none; }
[role='tab'][aria-selected='true'] { border-bottom: 3px solid var(--main); font-weight: 600; }
h2, h3, p, ul, ol, fieldset { margin: 0; padding: 0; }
fieldset { flex: 1 0 auto; border: 0; min-width: 0; padding: 10px 14px; }
:is(button, select, input):disabled { opacity: 0.5; cursor: default; }
h2 { flex: 1; font-size: 15px; }
h3 { margin: 14px 0 6px; font-size: 13px; }
ul, ol { list-style: none; }
ol li { border-bottom: 1px solid var(--line); }
summary { padding: 6px 0; cursor: pointer; overflow-wrap: anywhere; }
pre { margin: 0; padding: 8px; max-height: 320px; overflow: auto; background: var(--field); border-radius: 6px; font: 12px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
small { color: var(--muted); font-size: 12px; }
.row { display: flex; align-items: center; gap: 6px; margin: 0 0 6px; }
.wide { flex: 1; min-width: 0; overflow-wrap: anywhere; text-align: left; }
.hint { color: var(--muted); margin-bottom: 6px; }
.over .wide { opacity: 0.7; }
.failed { color: var(--bad); }
.fault { display: block; }
.time { float: right; }
.call { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.problem { display: block; color: var(--bad); white-space: pre-wrap; overflow-wrap: anywhere; }
button, input, select, textarea { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: 6px; }
button { min-height: 28px; padding: 2px 9px; cursor: pointer; }
button:hover { border-color: var(--main); }
button[aria-pressed='true'], .open[aria-expanded='true'], .next { background: var(--main); border-color: var(--main); color: var(--on-main); }
input { accent-color: var(--main); padding: 2px 6px; min-height: 28px; }
select { min-width: 0; min-height: 28px; padding: 2px 4px; }
textarea { width: 100%; margin-top: 6px; font: 12px/1.4 ui-monospace, monospace; }
label { display: grid; grid-template-columns: 80px 1fr; align-items: center; margin: 0 0 6px; }
form.row { align-items: end; }
form label { grid-template-columns: auto; margin: 0; }
time { flex: 1; font-variant-numeric: tabular-nums; }
a { color: var(--main); }
@media (pointer: coarse) {
  button, select { min-height: 40px; }
  input { min-height: 40px; font-size: 16px; }
}
@media (forced-colors: active) { button[aria-pressed='true'] { forced-color-adjust: none; } }
:focus-visible { outline: 2px solid var(--main); outline-offset: 1px; }
.panel:focus { outline: none; }
`;
