/**
 * The styles of the panel. `all: initial !important` on the host keeps the styles of the page out, even those for every
 * element.
 */
export const styles = `
:host { all: initial !important; }
:host::backdrop { display: none !important; }
.root {
  --text: #1b2330; --muted: #5a6474; --back: #fff; --field: #f2f4f8; --line: #c9d0db; --edge: #8690a2; --main: #1f5fd0; --on-main: #fff; --bad: #b3141c;
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
.open, .panel { position: fixed; z-index: 2147483647; }
.open { min-width: 44px; min-height: 32px; border-radius: 16px; padding: 0 12px; font-weight: 600; box-shadow: 0 1px 6px #0004; }
.panel {
  width: 432px; max-width: calc(100vw - 16px); max-height: calc(100vh - 64px); max-height: calc(100dvh - 64px);
  overflow: auto; overscroll-behavior: contain; padding: 0 14px 14px;
  background: var(--back); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 6px 28px #0005;
}
.bottom-left .open, .bottom-right .open { bottom: 12px; }
.bottom-left .panel, .bottom-right .panel { bottom: 52px; }
.top-left .open, .top-right .open { top: 12px; }
.top-left .panel, .top-right .panel { top: 52px; }
.bottom-right .open, .top-right .open { right: 12px; }
.bottom-left .open, .top-left .open { left: 12px; }
.bottom-right .panel, .top-right .panel { right: 8px; }
.bottom-left .panel, .top-left .panel { left: 8px; }
@media (prefers-reduced-motion: no-preference) {
  .panel { animation: appear 0.12s ease-out; }
  @keyframes appear { from { opacity: 0; transform: translateY(4px); } }
}
.head { position: sticky; top: 0; z-index: 1; margin: 0 -14px; padding: 10px 14px 8px; background: var(--back); border-bottom: 1px solid var(--line); }
h2, h3, p, ul, ol, fieldset { margin: 0; padding: 0; }
fieldset { border: 0; min-width: 0; }
button:disabled, select:disabled, input:disabled { opacity: 0.5; cursor: default; }
h2 { flex: 1; font-size: 15px; }
h3 { margin: 14px 0 6px; font-size: 13px; }
ul, ol { list-style: none; }
ol .row { align-items: flex-start; border-bottom: 1px solid var(--line); padding: 4px 0; }
small { color: var(--muted); font-size: 12px; }
.row { display: flex; align-items: center; gap: 6px; margin: 0 0 6px; }
.wide { flex: 1; min-width: 0; overflow-wrap: anywhere; text-align: left; }
.hint { color: var(--muted); margin-bottom: 6px; }
.over { opacity: 0.7; }
.status { min-height: 2.9em; }
.status, .problem:not(:empty) { margin-top: 6px; }
.failed { color: var(--bad); }
.fault { display: block; }
.problem { display: block; color: var(--bad); white-space: pre-wrap; overflow-wrap: anywhere; }
button, input, select, textarea { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: 6px; }
button { min-height: 28px; padding: 2px 9px; cursor: pointer; }
button:hover { border-color: var(--main); }
button[aria-pressed='true'], .open[aria-expanded='true'], .next { background: var(--main); border-color: var(--main); color: var(--on-main); }
input { accent-color: var(--main); padding: 2px 6px; min-height: 28px; }
select { min-height: 28px; padding: 2px 4px; }
textarea { width: 100%; margin-top: 6px; font: 12px/1.4 ui-monospace, monospace; }
label { display: block; margin: 6px 0; }
time { flex: 1; font-variant-numeric: tabular-nums; }
a { color: var(--main); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { padding: 0; font-weight: 400; font-size: 12px; overflow-wrap: anywhere; }
th[scope='col'] { width: 34px; font-size: 11px; color: var(--muted); text-align: center; }
th[scope='row'] { text-align: left; padding-right: 4px; }
td { padding: 2px; }
td button { display: block; width: 100%; min-height: 24px; padding: 0; }
@media (pointer: coarse) {
  button, select { min-height: 40px; }
  td button { min-height: 36px; }
  input { min-height: 40px; font-size: 16px; }
}
@media (max-width: 360px) { th[scope='col'] { width: 29px; font-size: 10px; } }
@media (forced-colors: active) { button[aria-pressed='true'] { forced-color-adjust: none; } }
:focus-visible { outline: 2px solid var(--main); outline-offset: 1px; }
.panel:focus { outline: none; }
`;
