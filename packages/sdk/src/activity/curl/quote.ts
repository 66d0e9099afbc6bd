/** The shells that a command can be written for. */
export type Shell = 'posix' | 'powershell';

/** What a shell reads as it stands. In zsh, a word that begins with `=` is none of these. */
const plain: Readonly<Record<Shell, RegExp>> = {
  posix: /^[\w./:@%+-][\w./:@%+,=-]*$/,
  powershell: /^(--)?[a-z]+(-[a-z]+)*$/,
};

/** One argument as the shell must read it, whatever is in it. */
export function quote(argument: string, shell: Shell): string {
  if (plain[shell].test(argument)) return argument;
  // PowerShell takes typographic quotes for quotes too.
  return shell === 'posix'
    ? `'${argument.replaceAll("'", String.raw`'\''`)}'`
    : `'${argument.replace(/['\u{2018}-\u{201b}]/gu, '$&$&')}'`;
}

/** A command that prints these bytes, by `printf` of POSIX, which is built into the shells. */
export function printfOf(bytes: Uint8Array): string {
  const parts = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w ":,.{}/[\]]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${parts.join('')}'`;
}
