/** Links and headings of a page in Markdown, as far as the pages of this repository use it. */
import { slugOf } from './slug.ts';

/** Blocks of code, and code within a line: what looks like a link there is none. */
const code = /^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2`*~* *$|`[^`\n]+`/gms;

const link = /(?<=\]\()[^()\s]+(?:\([^()\s]*\)[^()\s]*)*(?=(?: "[^"]*")?\))|(?<=\b(?:href|src)=")[^"]+(?=")/g;

/** Replaces the target of each link and image outside of code. */
export function mapLinks(text: string, map: (target: string) => string): string {
  return outsideCode(text, (part) => part.replace(link, map));
}

/** Tags that pages use. Anything else between angle brackets is text, as in `<timestamp>`. */
const tag = /<(?!\/?(?:a|br|details|img|summary)\b|!--|https?:)/g;

/** Shows text that looks like a tag as text, which VitePress would take for a component. */
export function escapeTags(text: string): string {
  return outsideCode(text, (part) => part.replace(tag, '&lt;'));
}

/** The targets of all links and images outside of code. */
export function linksIn(text: string): string[] {
  const targets: string[] = [];
  mapLinks(text, (target) => {
    targets.push(target);
    return target;
  });
  return targets;
}

/** The anchors of all headings; one that was there before gets a number. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const blocks = /^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2`*~* *$/gms;
  for (const [, heading = ''] of text.replace(blocks, '').matchAll(/^#{1,6} (.*)$/gm)) {
    const slug = slugOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''));
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Whether a target is in the repository, and not elsewhere or on the same page. */
export function isRelative(target: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(target);
}

function outsideCode(text: string, map: (part: string) => string): string {
  let done = 0;
  let mapped = '';
  for (const match of text.matchAll(code)) {
    mapped += map(text.slice(done, match.index)) + match[0];
    done = match.index + match[0].length;
  }
  return mapped + map(text.slice(done));
}
