/** The least that could read a log without holding it: every chunk parsed up to its last line. */
export async function count(baseUrl, workspaceId) {
  const response = await fetch(`${baseUrl}/workspace/${workspaceId}/activity`);
  let entries = 0;
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    rest += text;
    const end = rest.lastIndexOf(',\n');
    if (end === -1) continue;
    entries += JSON.parse(`[${rest.slice(rest.indexOf('\n') + 1, end)}]`).length;
    rest = rest.slice(end + 1);
  }
  return entries + JSON.parse(`[${rest.slice(1, rest.lastIndexOf(']'))}]`).length;
}
